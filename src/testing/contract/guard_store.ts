import { showValue } from "../../checks/show_value.ts";
import { shown } from "../../shown.ts";
import type { Entry } from "../../store/trace_event.ts";
import type { Lease, ReadOptions, TraceStore } from "../../store/trace_store.ts";
import type { Calls } from "./calls.ts";
import { broken, thrownText } from "./expectations.ts";
import { aLease, aResult, entryList, summaryList } from "./shapes.ts";

const METHODS = [
  "append",
  "read",
  "readBackwards",
  "delete",
  "load",
  "threads",
  "acquire",
  "renew",
  "release",
  "lease",
] as const satisfies readonly (keyof TraceStore)[];

/** How many entries one reading of a case may give: one that never ends would starve every timer. */
const MAX_ENTRIES = 10_000;

/**
 * Puts a guard before a store: what is answered has the right shape, what is pending is known, and no rejection is left
 * unhandled.
 *
 * @param store The store.
 * @param calls Where calls are noted.
 * @param maxEntries How many entries one reading may give.
 * @throws {ContractViolation} If it is no store.
 */
export function guardStore(
  store: TraceStore,
  calls: Calls,
  maxEntries: number = MAX_ENTRIES,
): TraceStore {
  requireMethods(store);
  return {
    append: (thread, ...rest) =>
      calls.track(
        `append(${shown(thread)})`,
        async () => entryList(await store.append(thread, ...rest), "append()"),
      ),
    read: (thread, ...rest) =>
      guardIterator(store.read(thread, ...rest), readText(thread, ...rest), calls, maxEntries),
    readBackwards: (thread, ...rest) =>
      guardIterator(
        store.readBackwards(thread, ...rest),
        `readBackwards(${shown(thread)})`,
        calls,
        maxEntries,
      ),
    delete: (thread) => calls.track(`delete(${shown(thread)})`, () => store.delete(thread)),
    load: (thread, log) => calls.track(`load(${shown(thread)})`, () => store.load(thread, log)),
    threads: (...rest) =>
      calls.track("threads()", async () => summaryList(await store.threads(...rest), "threads()")),
    acquire: (thread, ...rest) =>
      calls.track(
        `acquire(${shown(thread)})`,
        async () => aLease(await store.acquire(thread, ...rest), "acquire()"),
      ),
    renew: (...args) =>
      calls.track("renew()", async () => aLease(await store.renew(...args), "renew()")),
    release: (lease) => calls.track("release()", () => store.release(lease)),
    lease: (thread) =>
      calls.track(`lease(${shown(thread)})`, async () => leaseOrNone(await store.lease(thread))),
  };
}

function readText(thread: unknown, options?: ReadOptions): string {
  return `read(${shown(thread)}${options?.follow === true ? ", { follow: true }" : ""})`;
}

function requireMethods(store: unknown): void {
  const missing = METHODS.find((name) => !hasMethod(store, name));
  if (missing === undefined) return;
  throw broken(
    `a store with a function ${missing}()`,
    typeof store === "object" && store !== null ? "it has none" : `it was ${showValue(store)}`,
  );
}

/** @throws {ContractViolation} If the store does not let itself be looked at. */
function hasMethod(store: unknown, name: keyof TraceStore): boolean {
  try {
    return typeof (store as Partial<TraceStore> | null | undefined)?.[name] === "function";
  } catch (error) {
    throw broken(`a store with a function ${name}()`, `its look-up threw ${thrownText(error)}`);
  }
}

function leaseOrNone(lease: unknown): Lease | undefined {
  return lease === undefined ? undefined : aLease(lease, "lease()");
}

function guardIterator(
  entries: AsyncIterableIterator<Entry>,
  what: string,
  calls: Calls,
  maxEntries: number,
): AsyncIterableIterator<Entry> {
  if (typeof entries?.next !== "function") {
    throw broken(`${what} to give an iterator with next()`, `it gave ${showValue(entries)}`);
  }
  // for await asks for it, the guard does not: without this check it would hide that it is missing.
  if (typeof entries[Symbol.asyncIterator] !== "function") {
    throw broken(`${what} to give what \`for await\` takes`, "it has no [Symbol.asyncIterator]()");
  }
  let given = 0;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: () =>
      calls.track(`next() of ${what}`, async () => {
        const result = aResult(await entries.next(), `next() of ${what}`);
        if (++given <= maxEntries) return result;
        throw broken(`${what} to end`, `it gave more than ${maxEntries} entries`);
      }),
    return: () =>
      calls.track(`return() of ${what}`, async () => {
        await entries.return?.();
        return { done: true, value: undefined };
      }),
  };
}
