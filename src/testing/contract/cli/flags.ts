import { parseArgs } from "node:util";
import { requireFlagsOnce } from "../../../require_flags_once.ts";
import { UsageError } from "../../../mock/cli/flags.ts";
import type { ContractLevel } from "../contract_case.ts";
import { REPORTERS } from "../reporters.ts";
import type { ReporterName } from "../reporters.ts";

/** What the command line says. */
export interface Flags {
  /** Whether help was asked for. */
  readonly help: boolean;
  /** The module of the store; empty with help. */
  readonly module: string;
  /** The level; `undefined` for that of the module's options. */
  readonly level: ContractLevel | undefined;
  /** A part of the names of the cases to run; `undefined` for all. */
  readonly filter: string | undefined;
  /** The form of the report. */
  readonly reporter: ReporterName;
  /** How many cases run at once. */
  readonly concurrency: number;
}

/** What `--help` prints. */
export const HELP = `The contract of trace stores, for a store of your own.

Usage: deno run --allow-read [permissions of the store] testing.ts [options] <module>

The module's default export is a function that opens an empty store for one case:

  export default () => ({ store, peer?, skewed?, reopen?, advance?, close? });

It may export "options" as traceStoreContract() takes them, for instance
{ leaseMs: 500, except: { "values: numbers come back as they were": "issue 12" } }.
What the store lacks of peer(), skewed() and reopen() is found out, and the cases that need it are
skipped.

  --level <level>         seed: the 43 cases the contract began with; strict: all (strict)
  --filter <text>         runs only the cases whose names have this text
  --reporter <form>       tap, json or text (tap)
  --concurrency <number>  how many cases run at once (1)
  --help                  this text

Exit codes: 0 the store keeps the contract, 1 it does not, 2 wrong usage.
`;

/**
 * Reads a command line.
 *
 * @param args The arguments.
 * @throws {UsageError} If one is unknown or of the wrong kind.
 */
export function parseFlags(args: readonly string[]): Flags {
  const { values, positionals } = parsed(args);
  const help = values.help ?? false;
  const [module = "", ...others] = positionals;
  if (!help && (module === "" || others.length > 0)) {
    throw new UsageError(`Expected one module of a store: there are ${positionals.length}`);
  }
  return {
    help,
    module,
    level: values.level === undefined ? undefined : word("level", values.level, LEVELS),
    filter: values.filter,
    reporter: word("reporter", values.reporter ?? "tap", FORMS),
    concurrency: positiveNumber("concurrency", values.concurrency ?? "1"),
  };
}

const LEVELS: readonly ContractLevel[] = ["seed", "strict"];
const FORMS: readonly ReporterName[] = Object.keys(REPORTERS) as ReporterName[];

const OPTIONS = {
  help: { type: "boolean" },
  level: { type: "string" },
  filter: { type: "string" },
  reporter: { type: "string" },
  concurrency: { type: "string" },
} as const;

function parsed(args: readonly string[]) {
  try {
    requireFlagsOnce(args, OPTIONS);
    return parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function word<T extends string>(name: string, text: string, words: readonly T[]): T {
  const found = words.find((known) => known === text);
  if (found !== undefined) return found;
  throw new UsageError(`Option '--${name}' must be one of ${words.join(", ")}: it is '${text}'`);
}

function positiveNumber(name: string, text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw new UsageError(`Option '--${name}' must be a whole number from 1: it is '${text}'`);
}
