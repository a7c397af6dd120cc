import type { Mutation } from "./mutation.ts";

const WAITING = ["routing/waiting_test.ts"];
const TAKING = ["routing/take_upstream_test.ts"];
const FILE = "attempt/forward.ts";
const WAIT = "routing/wait_for_upstream.ts";

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
    name: "a limit that a reload takes away from an upstream holds for who waits",
    file: "routing/fleet.ts",
    replace: "    for (const id of this.#loads.keys()) stay.push(`upstream:${id}`);\n",
    by: "",
    tests: ["routing/routing_test.ts"],
  },
  {
    name: "who waits for what a reload removes is sent there at once",
    file: "routing/fleet.ts",
    replace: "for (const id of stay) if",
    by: "for (const id of before.slots.keys()) if",
    tests: ["routing/routing_test.ts"],
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
  {
    name: "who comes anew passes those who wait for a slot of all proxies",
    file: "routing/slots.ts",
    replace: "this.#taken < this.#plan.max && this.#waiters.size === 0",
    by: "this.#taken < this.#plan.max",
    tests: ["state/shared_slots_test.ts"],
  },
  {
    name: "who has an upstream takes another that comes free for it",
    file: WAIT,
    replace: "    this.#over.abort(TAKEN);\n    return lease;\n",
    by: "    return lease;\n",
    tests: TAKING,
  },
  {
    name: "who waits has all the time of a queue again at each limit",
    file: WAIT,
    replace: "sinceMs: this.#sinceMs",
    by: "sinceMs: undefined",
    tests: TAKING,
  },
  {
    name: "who has waited for one model has all the time again for the next",
    file: WAIT,
    replace: "    queued.ms += Math.max(0, clock.now() - startedMs);\n",
    by: "",
    tests: [...TAKING, ...WAITING],
  },
  {
    name: "who waits stands twice in the queue of a provider",
    file: WAIT,
    replace: "    if (this.#waitedAt.has(slots)) return void this.#putOff.push(upstream);\n",
    by: "",
    tests: TAKING,
  },
  {
    name: "who loses its choice to a rest loses the others with it",
    file: WAIT,
    replace: "return await this.#waitForAll(this.#putOff.splice(0));",
    by: "return undefined;",
    tests: TAKING,
  },
  {
    name: "who loses its choice to a rest loses its turn for the others",
    file: WAIT,
    replace: "of [upstream, ...this.#putOff]",
    by: "of [upstream]",
    tests: TAKING,
  },
  {
    name: "who loses all its choices to rests is told that they are busy",
    file: "routing/take_upstream.ts",
    replace: "return await takeUpstream(upstreams, options);",
    by: 'return { type: "busy" };',
    tests: WAITING,
  },
  {
    name: "who has an upstream is told that its waits are over instead",
    file: WAIT,
    replace: "if (reason !== TAKEN) throw reason;",
    by: "throw reason;",
    tests: TAKING,
  },
  {
    name: "who waited while the clock was set back has waited for less than no time",
    file: WAIT,
    replace: "Math.max(0, clock.now() - startedMs)",
    by: "clock.now() - startedMs",
    tests: TAKING,
  },
  {
    name: "who waits while the clock is set back waits for longer than one may",
    file: "routing/slots.ts",
    replace: "Math.min(queueMs, sinceMs + queueMs - clock.now())",
    by: "sinceMs + queueMs - clock.now()",
    tests: TAKING,
  },
  {
    name: "the log has a status that no client got",
    file: "attempt/request_log.ts",
    replace: "this.#earlyStatus ?? status",
    by: "status",
    tests: ["corpus/b_keepalive_test.ts"],
  },
];
