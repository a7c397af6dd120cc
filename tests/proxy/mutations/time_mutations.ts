import type { Mutation } from "./mutation.ts";

const TIME = ["time/alarms_test.ts"];
const ALARMS = "time/alarms.ts";
const WATCHDOG = "time/watchdog.ts";

/** Breakages of what wakes those who wait. */
export const TIME_MUTATIONS: readonly Mutation[] = [
  {
    name: "a timer is left behind when nobody waits",
    file: ALARMS,
    replace: "if (this.#alarms.delete(alarm) && this.#alarms.size === 0) this.#rest();",
    by: "this.#alarms.delete(alarm);",
    tests: TIME,
  },
  {
    name: "all are woken when the first is",
    file: ALARMS,
    replace: "if (alarm.atMs <= nowMs) alarm.ring();",
    by: "alarm.ring();",
    tests: TIME,
  },
  {
    name: "only the first is woken",
    file: ALARMS,
    replace: "if (next < this.#wakeMs) this.#sleepUntil(next);",
    by: "",
    tests: TIME,
  },
  {
    name: "who is due before all others is woken after them",
    file: ALARMS,
    replace: "if (alarm.atMs < this.#wakeMs) this.#sleepUntil(alarm.atMs);",
    by: "if (this.#wakeMs === Infinity) this.#sleepUntil(alarm.atMs);",
    tests: TIME,
  },
  {
    name: "a deadline is forgotten when another is looked at",
    file: WATCHDOG,
    replace: "if (next < Infinity) this.#wakeAt(next);\n    else this.stop();",
    by: "this.stop();",
    tests: TIME,
  },
  {
    name: "a deadline that moves to before all others is not kept",
    file: WATCHDOG,
    replace: "if (atMs < this.#atMs) this.#wakeAt(atMs);",
    by: "if (this.#atMs === Infinity) this.#wakeAt(atMs);",
    tests: TIME,
  },
  {
    name: "a deadline that was taken away is told",
    file: WATCHDOG,
    replace: "this.#limits.delete(phase);",
    by: "",
    tests: TIME,
  },
  {
    name: "who is in time keeps a timer",
    file: "time/in_time.ts",
    replace: "      alarms.remove(alarm);\n",
    by: "",
    tests: TIME,
  },
];
