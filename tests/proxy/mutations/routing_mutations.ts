import type { Mutation } from "./mutation.ts";

const WAITING = ["routing/waiting_test.ts"];
const FILE = "attempt/forward.ts";

/** Breakages of how a request finds its upstream. */
export const ROUTING_MUTATIONS: readonly Mutation[] = [
  {
    name: "the last attempt there may be is cut short for others",
    file: FILE,
    replace: "this.#call.noFallback || this.#failed.length + 1 >= asked!.plan.maxAttempts",
    by: "this.#call.noFallback",
    tests: WAITING,
  },
  {
    name: "who was refused by one upstream waits for another that rests",
    file: FILE,
    replace: "if (this.#failed.length > 0 || this.#isBusy) return false;",
    by: "if (this.#isBusy) return false;",
    tests: WAITING,
  },
  {
    name: "who finds its model busy waits for a fallback that rests",
    file: FILE,
    replace: "if (this.#failed.length > 0 || this.#isBusy) return false;",
    by: "if (this.#failed.length > 0) return false;",
    tests: WAITING,
  },
  {
    name: "who waits for the probe of another looks all the time",
    file: FILE,
    replace: "Math.max(this.#restMs, MIN_WAIT_MS)",
    by: "this.#restMs",
    tests: WAITING,
  },
  {
    name: "who waits tells at each look whom it passes over",
    file: "attempt/request_log.ts",
    replace: "if (this.#skipped?.has(upstream)) return;",
    by: "",
    tests: WAITING,
  },
  {
    name: "an attempt that is ended twice runs less than no attempt",
    file: "routing/lease.ts",
    replace: "if (!this.#isHeld) return;",
    by: "",
    tests: ["routing/lease_test.ts"],
  },
  {
    name: "the queue follows clients for ever",
    file: "routing/slots.ts",
    replace: '      signal.removeEventListener("abort", onAbort);\n',
    by: "",
    tests: ["routing/slots_model_test.ts"],
  },
];
