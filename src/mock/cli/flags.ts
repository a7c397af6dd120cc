import { parseArgs } from "node:util";

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

  --port <number>        where to listen; 0 takes a free port (4010)
  --host <address>       the address to listen at (127.0.0.1)
  --fixtures <path>      a file of fixtures, or a folder of them; may be given several times.
                         Without any, every request is answered with its own prompt.
  --seed <number>        what all that looks random is made of (0)
  --max-records <number> how many records are kept (10000)
  --help                 this text

The first line on standard error tells the address, as JSON. Point an SDK's base URL at it:
with /v1 for OpenAI, without for Anthropic, Gemini, Ollama and Cohere.

Under /__mock/: GET health, GET or DELETE records, GET verdict, POST reset, POST or DELETE faults,
POST explain. The header X-Test-Id keeps tests apart that share the server.

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
    port: wholeNumber("port", values.port ?? "4010", 65_535),
    fixtures: values.fixtures ?? [],
    seed: wholeNumber("seed", values.seed ?? "0"),
    maxRecords: wholeNumber("max-records", values["max-records"] ?? "10000"),
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        help: { type: "boolean" },
        host: { type: "string" },
        port: { type: "string" },
        fixtures: { type: "string", multiple: true },
        seed: { type: "string" },
        "max-records": { type: "string" },
      },
    });
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function wholeNumber(name: string, text: string, most = Number.MAX_SAFE_INTEGER): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= most) return value;
  throw new UsageError(
    `Option '--${name}' must be a whole number from 0 to ${most}: it is '${text}'`,
  );
}
