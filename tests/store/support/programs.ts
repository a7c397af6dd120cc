import { TextLineStream } from "@std/streams";
import { fileURLToPath } from "node:url";
import type { FileEngine } from "./file_stores.ts";
import { NO_POSTGRES, openPostgres } from "./postgres_server.ts";

const CONFIG = fileURLToPath(new URL("../../../deno.json", import.meta.url));
const ENGINES: readonly FileEngine[] = ["sqlite", "deno-kv", "postgres"];

/** A process that works on a store. */
export interface Program {
  /** The process. */
  readonly process: Deno.ChildProcess;
  /** The lines it writes, as they come. */
  readonly lines: ReadableStream<string>;
}

/** Starts one of the programs beside this file. */
export function startProgram(name: "writer" | "holder", ...args: readonly string[]): Program {
  const path = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--quiet", `--config=${CONFIG}`, path, ...args],
    stdout: "piped",
  });
  const process = command.spawn();
  const lines = process.stdout.pipeThrough(new TextDecoderStream())
    .pipeThrough(new TextLineStream());
  return { process, lines };
}

/** Registers a test for each engine, or for some of them, which gets a place of its own. */
export function testEach(
  name: string,
  run: (engine: FileEngine, place: string) => Promise<void>,
  engines: readonly FileEngine[] = ENGINES,
): void {
  for (const engine of engines) {
    const none = engine === "postgres" ? NO_POSTGRES : undefined;
    Deno.test({
      name: `${engine}: ${name}${none === undefined ? "" : ` (${none})`}`,
      ignore: none !== undefined,
      fn: () => engine === "postgres" ? withSchema(run) : withFolder(engine, run),
    });
  }
}

async function withFolder(
  engine: FileEngine,
  run: (engine: FileEngine, place: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "wholeturn-store-" });
  try {
    await run(engine, folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function withSchema(
  run: (engine: FileEngine, place: string) => Promise<void>,
): Promise<void> {
  const { schema, close } = await openPostgres("npm:postgres");
  try {
    await run("postgres", schema);
  } finally {
    await close();
  }
}
