import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { mustRun } from "../run.ts";
import type { Peer } from "./peer.ts";

const PACKAGES = fileURLToPath(new URL("./packages/", import.meta.url));

/** How long a server may take until it answers, in milliseconds. */
const START_MS = 30_000;

/** Installs the servers as pinned, each package by its hash. */
export async function installPeers(folder: string): Promise<void> {
  for (const file of ["package.json", "package-lock.json"]) {
    await Deno.copyFile(join(PACKAGES, file), join(folder, file));
  }
  const npm = Deno.build.os === "windows" ? "npm.cmd" : "npm";
  await mustRun([npm, "ci", "--silent", "--ignore-scripts", "--no-audit"], { cwd: folder });
}

/** The version that is installed. */
export async function versionOf(folder: string, { name }: Peer): Promise<string> {
  const file = join(folder, "node_modules", ...name.split("/"), "package.json");
  return JSON.parse(await Deno.readTextFile(file)).version;
}

/** Starts a server, does something with its address, and ends it. */
export async function withPeer<T>(
  folder: string,
  peer: Peer,
  use: (url: string) => Promise<T>,
): Promise<T> {
  const { file, content } = peer.rules;
  await Deno.writeTextFile(join(folder, file), JSON.stringify(content));
  const port = await freePort();
  const { args, env } = peer.start(port);
  const streams = { stdin: "null", stdout: "null", stderr: "null" } as const;
  const child = new Deno.Command("node", { args: [...args], cwd: folder, env, ...streams }).spawn();
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilAnswers(`${url}${peer.health}`, peer.name);
    return await use(url);
  } finally {
    child.kill("SIGKILL");
    await child.status;
  }
}

async function untilAnswers(url: string, name: string): Promise<void> {
  for (const end = Date.now() + START_MS; Date.now() < end;) {
    const response = await fetch(url).catch(() => undefined);
    await response?.body?.cancel();
    if (response !== undefined) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${name} did not answer within ${START_MS} ms`);
}

/** A port that was free a moment ago; the servers cannot tell which one they chose. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
