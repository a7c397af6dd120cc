import { TIMED_OUT, withDeadline } from "../../clock.ts";
import { requireKnownOptions } from "../../known_options.ts";
import type { OptionNames } from "../../known_options.ts";
import { shown } from "../../shown.ts";
import type { OpenStore } from "../contract/contract_case.ts";
import { requireTimes } from "../contract/contract_options.ts";
import { broken } from "../contract/expectations.ts";
import { Lab } from "../contract/lab.ts";
import { asViolation } from "../contract/violation_of.ts";
import { type Command, commandText } from "./command.ts";
import { commandLists } from "./commands.ts";
import { playBoth } from "./play_both.ts";

/** How to check a store against the model. */
export interface CheckAgainstModelOptions {
  /** How many sequences of calls are tried. @default {100} */
  readonly numRuns?: number | undefined;
  /** Where randomness begins; the failure of an earlier run names it. */
  readonly seed?: number | undefined;
  /** Where in the run of that seed the failure lies; the failure names it as well. */
  readonly path?: string | undefined;
  /** How long one call may take, in milliseconds. @default {10000} */
  readonly timeoutMs?: number | undefined;
}

const OPTIONS: OptionNames<CheckAgainstModelOptions> = {
  numRuns: true,
  seed: true,
  path: true,
  timeoutMs: true,
};

/** What a violation is attributed to. */
const RULE = "model";

/** Where in a run a failure lies: how often to shrink, and to which. */
const PATH_REGEXP = /^\d+(:\d+)*$/;

const ACTION = "check the store against the model";

/** No case waits for a lease here: the clock is moved, or stays. */
const TIMES = { leaseMs: 1, stressMs: 1 };

/**
 * Plays random sequences of calls on a store and on the store in memory beside it: appends that believe in right and in
 * wrong positions, with and without leases of all ages, reads, loads, deletes, followers, lists, and jumps of the clock if
 * `open()` gives `advance()`. After each call both must have answered alike. A failure is made as short as it gets.
 *
 * @example
 * ```ts
 * import { checkAgainstModel, ManualClock, MemoryTraceStore } from "@wholeturn/wholeturn/testing";
 *
 * function open() {
 *   const clock = new ManualClock();
 *   const store = new MemoryTraceStore({ clock });
 *   return { store, advance: (ms: number) => clock.advance(ms) };
 * }
 * await checkAgainstModel(open, { numRuns: 10, seed: 1 });
 * ```
 *
 * @param open Opens an empty store; each sequence opens one of its own.
 * @param options How to check it.
 * @throws {ContractViolation} For the shortest sequence found, with the seed and the path that replay it.
 * @throws {TypeError} If an argument is not of the kind it should be.
 * @throws {RangeError} If `numRuns` is no positive integer, `seed` no integer of 32 bits, `path` none, or a time not
 * positive.
 */
export async function checkAgainstModel(
  open: OpenStore,
  options: CheckAgainstModelOptions = {},
): Promise<void> {
  requireArguments(open, options);
  const { numRuns = 100, seed, path, timeoutMs = 10_000 } = options;
  const canAdvance = await looksAtClock(open, timeoutMs);
  const { default: fc } = await import("fast-check");
  const property = fc.asyncProperty(commandLists(fc, canAdvance), async (commands) => {
    // The generator looks at what is thrown, which may not let itself be looked at.
    await playOnce(open, commands, timeoutMs).catch((error) => {
      throw asViolation(error, RULE);
    });
  });
  const run = await fc.check(property, {
    numRuns,
    ...(seed !== undefined && { seed }),
    ...(path !== undefined && { path }),
  });
  if (!run.failed) return;
  const { errorInstance: error, counterexample } = run;
  if (counterexample === null) throw error;
  const replay = `checkAgainstModel(open, { seed: ${run.seed}, ` +
    `path: ${JSON.stringify(run.counterexamplePath)} })`;
  const [commands] = counterexample;
  const excerpt = commands.length === 0 ? undefined : listOf(commands);
  throw asViolation(error, RULE).with({ excerpt, replay });
}

async function playOnce(
  open: OpenStore,
  commands: readonly Command[],
  timeoutMs: number,
): Promise<void> {
  const lab = await openLab(open, timeoutMs);
  try {
    await playBoth(lab, commands, timeoutMs);
  } finally {
    await lab.close();
  }
}

async function looksAtClock(open: OpenStore, timeoutMs: number): Promise<boolean> {
  try {
    const lab = await openLab(open, timeoutMs);
    await lab.close();
    return lab.movesClock;
  } catch (error) {
    throw asViolation(error, RULE);
  }
}

async function openLab(open: OpenStore, timeoutMs: number): Promise<Lab> {
  const opening = Lab.open(open, TIMES);
  const lab = await withDeadline(timeoutMs, opening);
  if (lab !== TIMED_OUT) return lab;
  // One that opens when nobody waits any more is closed, and that is all.
  opening.then((late) => late.close()).catch(() => {});
  throw broken(`open() to answer within ${timeoutMs} ms`, "it did not");
}

function listOf(commands: readonly Command[]): string {
  return commands.map((command, index) => `  ${index + 1}. ${commandText(command)}`).join("\n");
}

function requireArguments(open: unknown, options: CheckAgainstModelOptions): void {
  if (typeof open !== "function") {
    throw new TypeError(
      `Cannot ${ACTION} as 'open' must be a function that gives { store }: current value is ${
        shown(open)
      }`,
    );
  }
  requireKnownOptions(ACTION, options, OPTIONS);
  const { numRuns = 1, seed = 0, path = "", timeoutMs } = options;
  requireTimes(ACTION, { timeoutMs });
  if (!Number.isSafeInteger(numRuns) || numRuns < 1) {
    throw new RangeError(
      `Cannot ${ACTION} as 'numRuns' must be a positive integer: current value is ${
        shown(numRuns)
      }`,
    );
  }
  if (!Number.isInteger(seed) || Math.abs(seed) > 2 ** 31) {
    throw new RangeError(
      `Cannot ${ACTION} as 'seed' must be an integer of 32 bits: current value is ${shown(seed)}`,
    );
  }
  if (typeof path !== "string") {
    throw new TypeError(
      `Cannot ${ACTION} as 'path' must be a text: current value is ${shown(path)}`,
    );
  }
  if (path !== "" && !PATH_REGEXP.test(path)) {
    throw new RangeError(
      `Cannot ${ACTION} as 'path' must be numbers with colons between them, as a failure names it: ` +
        `current value is ${shown(path)}`,
    );
  }
}
