import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "../mock/tools.ts";

/** What a plain install takes of them makes every stream of the gateway an error. */
const PACKAGES = [
  "@portkey-ai/gateway@1.15.2",
  "hono@4.9.7",
  "@hono/node-server@1.13.5",
  "@hono/node-ws@1.2.0",
  "node@24",
];
const NPM = Deno.build.os === "windows" ? "npm.cmd" : "npm";

/** What the bench of proxies runs, all in one folder. */
export interface ProxyTools {
  /** The folder. */
  readonly folder: string;
  /** Node 24. */
  readonly node: string;
  /** Portkey's server. */
  readonly portkey: string;
  /** Puts a command on a core, where the system can. */
  pinned(core: number, command: readonly string[]): readonly string[];
}

/** Installs them. */
export async function installProxyTools(folder: string): Promise<ProxyTools> {
  const given = Deno.env.get("NODE24");
  const wanted = given === undefined ? PACKAGES : PACKAGES.slice(0, -1);
  await run([NPM, "install", "--silent", "--no-save", "--prefix", folder, ...wanted]);
  const packages = join(folder, "node_modules");
  const canPin = Deno.build.os === "linux" && navigator.hardwareConcurrency > 1 &&
    await run(["taskset", "-c", "1", "true"]).then(() => true, () => false);
  return {
    folder,
    node: given ?? join(packages, "node", "bin", "node"),
    portkey: join(packages, "@portkey-ai", "gateway", "build", "start-server.js"),
    pinned: (core, command) => canPin ? ["taskset", "-c", String(core), ...command] : command,
  };
}

/** Bundles a program of this folder. */
export async function bundledProxy(name: string, folder: string): Promise<string> {
  const source = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  const target = join(folder, `${name}.mjs`);
  await run([Deno.execPath(), "bundle", "--quiet", "--external", "node:*", "-o", target, source]);
  return target;
}

/** A server that runs. */
export interface RunningServer {
  /** Its address. */
  readonly url: string;
  /** How much memory it holds now, in MiB; 0 where the system does not tell. */
  memory(): Promise<number>;
  /** How much of the processor it took so far, in milliseconds; 0 where the system does not tell. */
  cpuMs(): Promise<number>;
  /** Ends it. */
  stop(): Promise<void>;
}

/** Starts a server that prints its address, or listens at the one given. */
export async function startServer(
  [file, ...args]: readonly string[],
  url?: string,
): Promise<RunningServer> {
  const child = new Deno.Command(file!, { args, stdout: "piped" }).spawn();
  const found = urlIn(child.stdout);
  const address = url === undefined ? await found : await listening(url);
  return {
    url: address,
    async memory() {
      const status = await Deno.readTextFile(`/proc/${child.pid}/status`).catch(() => "");
      return Number(/VmRSS:\s*(\d+)/.exec(status)?.[1] ?? 0) / 1024;
    },
    async cpuMs() {
      const stat = await Deno.readTextFile(`/proc/${child.pid}/stat`).catch(() => "");
      // Behind the name, which may have spaces: of the user and of the system, in hundredths of a second.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10;
    },
    async stop() {
      child.kill("SIGKILL");
      await child.status;
    },
  };
}

async function listening(url: string): Promise<string> {
  for (let left = 200; left > 0; left--) {
    const isUp = await fetch(url).then((answer) => answer.body?.cancel(), () => false);
    if (isUp !== false) return url;
    await new Promise((next) => setTimeout(next, 50));
  }
  throw new Error(`Nobody listens at ${url}`);
}

/** Reads on, so that the server never waits for somebody to read what it prints. */
async function urlIn(output: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  const reader = output.getReader();
  let text = "";
  while (true) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`The server told no address: ${text}`);
    text += decoder.decode(value, { stream: true });
    const found = /http:\/\/[\w.]+:\d+/.exec(text);
    if (found === null) continue;
    void (async () => {
      while (!(await reader.read()).done);
    })();
    return found[0];
  }
}
