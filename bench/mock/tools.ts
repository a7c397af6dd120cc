import { join } from "node:path";
import { fileURLToPath } from "node:url";

const PACKAGES = ["@copilotkit/aimock@1.43.0", "openai@7.59.0", "node@24"];
const NPM = Deno.build.os === "windows" ? "npm.cmd" : "npm";

/** What the bench of mocks runs, all in one folder. */
export interface Tools {
  /** The folder; bundles in it find the packages. */
  readonly folder: string;
  /** Node 24. */
  readonly node: string;
  /** aimock's command line. */
  readonly aimock: string;
}

/** Installs them. */
export async function installTools(folder: string): Promise<Tools> {
  await run([NPM, "install", "--silent", "--no-save", "--prefix", folder, ...PACKAGES]);
  const packages = join(folder, "node_modules");
  return {
    folder,
    node: join(packages, "node", "bin", "node"),
    aimock: join(packages, "@copilotkit", "aimock", "dist", "cli.js"),
  };
}

/** Runs a program to its end, and gives what it printed. */
export async function run([file, ...args]: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(file!, { args }).output();
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  if (!success) throw new Error(`'${file} ${args.join(" ")}' failed: ${decode(stderr)}`);
  return decode(stdout);
}

/** Bundles a program of this folder, so that both runtimes run the same code. */
export async function bundled(name: string, { folder }: Tools): Promise<string> {
  const source = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  const target = join(folder, `${name}.mjs`);
  const external = ["--external", "node:*", "--external", "openai"];
  await run([Deno.execPath(), "bundle", "--quiet", ...external, "-o", target, source]);
  return target;
}

/** Starts a server, does something with its address, which it prints, and ends it. */
export async function withServer<T>(
  [file, ...args]: readonly string[],
  use: (url: string) => Promise<T>,
): Promise<T> {
  const child = new Deno.Command(file!, { args, stdout: "piped", stderr: "piped" }).spawn();
  try {
    return await use(await Promise.race([child.stdout, child.stderr].map(urlIn)));
  } finally {
    child.kill("SIGKILL");
    await child.status;
  }
}

async function urlIn(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    text += decoder.decode(next.value, { stream: true });
    const found = /http:\/\/[\w.]+:\d+/.exec(text);
    if (found === null) continue;
    void drain(reader);
    return found[0].replace("0.0.0.0", "127.0.0.1");
  }
  throw new Error(`The server told no address: ${text}`);
}

/** So that the server never waits for somebody to read what it prints. */
async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  while (!(await reader.read()).done);
}
