import process from "node:process";
import { UsageError } from "../../../mock/cli/flags.ts";
import { TIMED_OUT, withDeadline } from "../../../clock.ts";
import type { OpenStore, TraceStoreContractOptions } from "../contract_case.ts";
import { runContract } from "../run_contract.ts";
import { traceStoreContract } from "../trace_store_contract.ts";
import { writeErr, writeOut } from "../../../write_text.ts";
import { HELP, parseFlags } from "./flags.ts";
import type { Flags } from "./flags.ts";
import { loadStoreModule } from "./store_module.ts";
import { Strays } from "./strays.ts";

/** What the program writes to. */
export interface CliIo {
  /** Writes a text to standard output. */
  out(text: string): void;
  /** Writes a text to standard error. */
  err(text: string): void;
}

/** How long opening and closing a store may take before its cases do, in milliseconds. */
const OPEN_MS = 10_000;

/** The process's own. */
const PROCESS_IO: CliIo = {
  out: writeOut,
  err: writeErr,
};

/**
 * Checks the store of a module.
 *
 * @param args The command line.
 * @param io What it writes to.
 * @returns The exit code: 0 the store keeps the contract, 1 it does not, 2 wrong usage.
 */
export async function main(args: readonly string[], io: CliIo = PROCESS_IO): Promise<number> {
  try {
    const flags = parseFlags(args);
    if (!flags.help) return await check(flags, io);
    io.out(HELP);
    return 0;
  } catch (error) {
    io.err(`${error instanceof Error ? error.message : String(error)}\n`);
    if (!isUsage(error)) return 1;
    io.err("Run it with --help to see what there is\n");
    return 2;
  }
}

// deno-coverage-ignore-start -- runs only as a program
/** Runs the program with the arguments of the process, and sets its exit code. */
export async function runProgram(): Promise<void> {
  const code = await main(process.argv.slice(2));
  process.exitCode = code;
  // What a store has left open must not keep the program alive; what was written must be out.
  process.stdout.write("", () => process.exit(code));
}
// deno-coverage-ignore-stop

async function check(flags: Flags, io: CliIo): Promise<number> {
  const strays = new Strays(io.err);
  const endWatch = strays.watch();
  try {
    const isKept = await isContractKept(flags, io);
    return isKept && strays.count === 0 ? 0 : 1;
  } finally {
    endWatch();
  }
}

async function isContractKept(flags: Flags, io: CliIo): Promise<boolean> {
  const { module, level, filter, reporter, concurrency } = flags;
  const { open, options } = await loadStoreModule(module);
  const without = { ...await lacksOf(open), ...options.without };
  const cases = traceStoreContract(open, {
    ...options,
    without,
    ...(level !== undefined && { level }),
  });
  const { ok } = await runContract(cases, { reporter, filter, concurrency, write: io.out });
  return ok;
}

/** What the store cannot give; one that cannot even be opened lacks nothing that its cases would not tell. */
async function lacksOf(open: OpenStore): Promise<TraceStoreContractOptions["without"]> {
  async function look(): Promise<Record<string, string>> {
    const subject = await open();
    const lacks: Record<string, string> = {};
    for (const name of ["peer", "skewed", "reopen"] as const) {
      if (subject[name] === undefined) lacks[name] = "the module gives none";
    }
    await subject.close?.();
    return lacks;
  }
  const lacks = await withDeadline(OPEN_MS, look().catch(() => ({})));
  return lacks === TIMED_OUT ? {} : lacks;
}

/** What is wrong with the module's options or the filter is the user's too. */
function isUsage(error: unknown): boolean {
  return error instanceof UsageError || error instanceof TypeError || error instanceof RangeError;
}
