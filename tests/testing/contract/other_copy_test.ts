/** A store may come with a copy of this package of its own: its errors are told by their codes. */
import { assert, assertEquals } from "@std/assert";
import { MemoryTraceStore } from "../../../src/store/memory_trace_store.ts";
import { isTraceStoreError, type TraceStoreError } from "../../../src/store/trace_store_error.ts";
import type { TraceStore } from "../../../src/store/trace_store.ts";
import { runContract } from "../../../src/testing/contract/run_contract.ts";
import { traceStoreContract } from "../../../src/testing/contract/trace_store_contract.ts";
import { ManualClock } from "../../../src/testing/manual_clock.ts";

/** The class of the other copy. */
class OtherError extends Error {
  readonly origin = "wholeturn";
  override readonly name = "TraceStoreError";
  readonly code: unknown;
  readonly info: unknown;

  constructor({ code, message, info }: TraceStoreError) {
    super(message);
    this.code = code;
    this.info = info;
  }
}

function otherOf(error: unknown): unknown {
  return isTraceStoreError(error) ? new OtherError(error) : error;
}

/** A store whose errors are of the other copy. */
function otherCopy(store: TraceStore): TraceStore {
  return new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      return (...args: unknown[]) => {
        try {
          const given: unknown = member.apply(target, args);
          return given instanceof Promise
            ? given.catch((error) => Promise.reject(otherOf(error)))
            : given;
        } catch (error) {
          throw otherOf(error);
        }
      };
    },
  });
}

Deno.test("the contract tells refusals by their codes, of whichever copy of the package", async () => {
  const lacks = "one process";
  const cases = traceStoreContract(() => {
    const clock = new ManualClock(Date.UTC(2026, 0, 1));
    return {
      store: otherCopy(new MemoryTraceStore({ clock })),
      advance: (ms) => clock.advance(ms),
    };
  }, { without: { peer: lacks, reopen: lacks }, stressMs: 1 });
  const { results } = await runContract(cases, {
    filter: ({ name }) => !/^long: |mebibyte|5,000|large batches/.test(name),
    concurrency: cases.length,
  });
  assertEquals(results.filter(({ verdict }) => verdict === "failed"), []);
  assert(results.filter(({ verdict }) => verdict === "passed").length > 150);
});
