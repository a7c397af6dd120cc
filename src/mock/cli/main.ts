import process from "node:process";
import { echo } from "../generators/echo.ts";
import { MockGPT } from "../mock_gpt.ts";
import type { Rule } from "../rules/rule.ts";
import { writeErr, writeOut } from "../../write_text.ts";
import { HELP, parseFlags, UsageError } from "./flags.ts";
import type { Flags } from "./flags.ts";
import { loadCassettes } from "./load_cassettes.ts";
import { loadFixtures } from "./load_fixtures.ts";
import { requireFolder, saveFile } from "./save_file.ts";

/** What the program writes to, and what ends it. */
export interface CliIo {
  /** Writes a text to standard output. */
  out(text: string): void;
  /** Writes a text to standard error. */
  err(text: string): void;
  /** Writes a file. @default {so that it is whole, or as it was before} */
  readonly save?: ((file: string, text: string) => Promise<void>) | undefined;
  /** Resolves when the program is to stop. */
  stopped(): Promise<void>;
}

/** The process's own. */
const PROCESS_IO: CliIo = {
  out: writeOut,
  err: writeErr,
  stopped: () =>
    new Promise((resolve) => {
      process.once("SIGINT", () => resolve());
      process.once("SIGTERM", () => resolve());
    }),
};

/**
 * Serves a mock until it is told to stop.
 *
 * @param args The command line.
 * @param io What it writes to.
 * @returns The exit code: 0 stopped, 1 failed, 2 wrong usage.
 */
export async function main(args: readonly string[], io: CliIo = PROCESS_IO): Promise<number> {
  try {
    const flags = parseFlags(args);
    if (flags.help) io.out(HELP);
    else await run(flags, io);
    return 0;
  } catch (error) {
    io.err(`${error instanceof Error ? error.message : String(error)}\n`);
    if (!(error instanceof UsageError)) return 1;
    io.err("Run it with --help to see what there is\n");
    return 2;
  }
}

async function run(flags: Flags, io: CliIo): Promise<void> {
  const { host, port, fixtures, forward, record, seed, maxRecords } = flags;
  const rules: Rule[] = [];
  for (const path of fixtures) {
    const loaded = await loadFixtures(path);
    rules.push(...loaded.rules);
    for (const note of loaded.notes) io.err(JSON.stringify({ event: "note", note }) + "\n");
  }
  const cassettes = await loadCassettes(flags.replay);
  if (record !== undefined) await requireFolder(record);
  const isAlone = fixtures.length + cassettes.length === 0 && forward === undefined;
  if (isAlone) rules.push({ name: "echo", generator: echo() });
  const mock = new MockGPT({
    rules,
    seed,
    maxRecords,
    ...(cassettes.length > 0 && { replay: cassettes }),
    ...(forward !== undefined && { forward: { to: forward, record: record !== undefined } }),
  });
  const stopped = io.stopped();
  const server = await mock.serve({ hostname: host, port });
  io.err(JSON.stringify({ event: "listening", url: server.url, rules: rules.length }) + "\n");
  await stopped;
  await server.close();
  if (record === undefined) return;
  const kept = cassettes[flags.replay.indexOf(record)]?.exchanges ?? [];
  const exchanges = [...kept, ...mock.cassette().exchanges];
  const { save = saveFile } = io;
  await save(record, JSON.stringify({ version: 1, exchanges }, null, 2) + "\n");
  io.err(JSON.stringify({ event: "recorded", file: record, exchanges: exchanges.length }) + "\n");
}
