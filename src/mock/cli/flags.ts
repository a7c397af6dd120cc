import { parseArgs } from "node:util";
import { requireFlagsOnce } from "../../require_flags_once.ts";
import { anAddress } from "../recording/recording_shape.ts";

/** What the command line says. */
export interface Flags {
  /** Whether help was asked for. */
  readonly help: boolean;
  /** The address to listen at. */
  readonly host: string;
  /** The port; 0 takes a free one. */
  readonly port: number;
  /** Files and folders of fixtures. */
  readonly fixtures: readonly string[];
  /** Files of recordings to answer from. */
  readonly replay: readonly string[];
  /** The address of the real endpoint; `undefined` to call nobody. */
  readonly forward: string | undefined;
  /** The file to write what the real endpoint answered to; `undefined` for none. */
  readonly record: string | undefined;
  /** The seed. */
  readonly seed: number;
  /** How many records are kept. */
  readonly maxRecords: number;
}

/** A command line that cannot be followed; the program then ends with 2. */
export class UsageError extends Error {
  /** The class, by name. */
  override readonly name = "UsageError";
}

/** What `--help` prints. */
export const HELP = `MockGPT: the providers' APIs on a port, without the providers.

Usage: deno run --allow-net=127.0.0.1 --allow-read mock.ts [options]
       (with --forward also --allow-net for its host, with --record --allow-write)

  --port <number>        where to listen; 0 takes a free port (4010)
  --host <address>       the address to listen at (127.0.0.1)
  --fixtures <path>      a file of fixtures (*.json; *.chunks.txt, a stream as the AI SDK captures
                         it, with the *.json beside it as the answer that is not streamed; those
                         of name.1, name.2 answer one call after the other), or a folder of
                         them; may be given several times. Without any, and without
                         --replay and --forward, every request is answered with its own prompt.
  --replay <file>        a recording that answers what no fixture does; may be given several times
  --forward <url>        the real endpoint, which answers what neither does, for instance
                         https://api.openai.com; paths of requests have their own /v1
  --record <file>        where to write at exit what the real endpoint answered, without keys and
                         other secrets. If the file is also given to --replay, what it has is kept.
  --seed <number>        what all that looks random is made of (0)
  --max-records <number> how many records are kept (10000)
  --help                 this text

The first line on standard error tells the address, as JSON. Point an SDK's base URL at it:
with /v1 for OpenAI, without for Anthropic, Gemini, Ollama and Cohere.

Under /__mock/: GET health, records, verdict, done and cassette; POST reset, faults, explain and
rules; DELETE records and faults. The header X-Test-Id keeps tests apart that share the server.

Exit codes: 0 stopped by a signal, 1 failed, 2 wrong usage.
`;

/**
 * Reads a command line.
 *
 * @param args The arguments.
 * @throws {UsageError} If one is unknown or of the wrong kind.
 */
export function parseFlags(args: readonly string[]): Flags {
  const { values } = parsed(args);
  return {
    help: values.help ?? false,
    host: values.host ?? "127.0.0.1",
    port: wholeNumber("port", values.port ?? "4010", { most: 65_535 }),
    fixtures: values.fixtures ?? [],
    replay: values.replay ?? [],
    forward: values.forward === undefined ? undefined : address(values.forward),
    record: recordFile(values.record, values.forward),
    seed: wholeNumber("seed", values.seed ?? "0"),
    maxRecords: wholeNumber("max-records", values["max-records"] ?? "10000", { least: 1 }),
  };
}

const OPTIONS = {
  help: { type: "boolean" },
  host: { type: "string" },
  port: { type: "string" },
  fixtures: { type: "string", multiple: true },
  replay: { type: "string", multiple: true },
  forward: { type: "string" },
  record: { type: "string" },
  seed: { type: "string" },
  "max-records": { type: "string" },
} as const;

function parsed(args: readonly string[]) {
  try {
    requireFlagsOnce(args, OPTIONS);
    return parseArgs({ args: [...args], options: OPTIONS });
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function address(text: string): string {
  try {
    anAddress(text, "--forward");
    return text;
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function recordFile(file: string | undefined, forward: string | undefined): string | undefined {
  if (file === undefined || forward !== undefined) return file;
  throw new UsageError("Option '--record' needs '--forward': what is recorded comes from there");
}

function wholeNumber(
  name: string,
  text: string,
  { least = 0, most = Number.MAX_SAFE_INTEGER } = {},
): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new UsageError(
    `Option '--${name}' must be a whole number from ${least} to ${most}: it is '${text}'`,
  );
}
