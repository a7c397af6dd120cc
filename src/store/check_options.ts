import { type OptionNames, requireKnownOptions } from "../known_options.ts";
import { checkSignal } from "../check_signal.ts";
import type { AppendOptions, ReadOptions, ThreadsOptions } from "./trace_store.ts";

const APPEND: OptionNames<AppendOptions> = { expected: true, lease: true, signal: true };
const READ: OptionNames<ReadOptions> = { after: true, follow: true, signal: true };
const BACKWARDS: OptionNames<Pick<ReadOptions, "signal">> = { signal: true };
const THREADS: OptionNames<ThreadsOptions> = { before: true, limit: true };

/** @throws {TypeError} If options of an append are none, or have a name that there is not: an `expectd` protects nothing. */
export function checkAppendOptions(options: AppendOptions): void {
  checkOptions("append", options, APPEND);
  checkSignal(options.signal, "wait");
}

/** @throws {TypeError} If options of a read are none. */
export function checkReadOptions(options: ReadOptions): void {
  checkOptions("read", options, READ);
  checkSignal(options.signal, "wait");
}

/** @throws {TypeError} If options of a read from the end are none. */
export function checkBackwardsOptions(options: Pick<ReadOptions, "signal">): void {
  checkOptions("read backwards", options, BACKWARDS);
  checkSignal(options.signal, "wait");
}

/** @throws {TypeError} If options of a list are none. */
export function checkThreadsOptions(options: ThreadsOptions): void {
  checkOptions("list threads", options, THREADS);
}

/** What is right, which is nearly all, is told without the lists that messages need. */
function checkOptions<T extends object>(action: string, options: T, names: OptionNames<T>): void {
  if (typeof options === "object" && options !== null) {
    if (Object.keys(options).every((name) => Object.hasOwn(names, name))) return;
  }
  requireKnownOptions(action, options, names);
}
