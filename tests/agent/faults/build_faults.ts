import type { Trace } from "../../../src/agent/trace.ts";
import { latestTurn, messagesOf } from "../../../src/agent/turn_records.ts";
import type { SealedEvent } from "../../../src/store/trace_event.ts";
import { badBuild } from "./fault.ts";
import type { AgentFault } from "./fault.ts";

/** What a module keeps is kept for all processes of a program. */
let built = 0;

function wishOf(trace: Trace): unknown {
  return latestTurn(trace)[0]!.payload;
}

/** Agents whose requests depend on more than the events. */
export const BUILD_FAULTS: readonly AgentFault[] = [
  badBuild(
    "the date in a prompt",
    {
      system: () => `Today is ${new Date().toISOString().slice(0, 10)}`,
    },
    "another clock",
    "messages[0].content",
    "Today is 2026-07-01",
  ),
  badBuild("a running time in a prompt", {
    system: () => `${Math.floor(performance.now())} ms`,
  }, "another clock"),
  badBuild("the date of Temporal in a prompt", {
    system: () => Temporal.Now.plainDateISO("UTC").toString(),
  }, "another clock"),
  badBuild("the time zone of Temporal in a prompt", {
    system: () => Temporal.Now.timeZoneId(),
  }, "another time zone and locale"),
  badBuild("the clock as a function in a prompt", { system: () => Date() }, "another clock"),
  badBuild("examples in random order", {
    system: () => ["one", "two", "three", "four"][Math.floor(Math.random() * 4)]!,
  }, "other randomness"),
  badBuild("a random id in a prompt", {
    system: () => `Request ${crypto.randomUUID()}`,
  }, "other randomness"),
  badBuild("random bytes in a prompt", {
    system: () => crypto.getRandomValues(new Uint8Array(4)).join(),
  }, "other randomness"),
  badBuild("the local date in a prompt", {
    system: () => new Date(0).toLocaleDateString(),
  }, "another time zone and locale"),
  badBuild("the local hour in a prompt", {
    system: () => `It is ${new Date(1.7e12).getHours()}`,
  }, "another time zone and locale"),
  badBuild("a local time as text in a prompt", {
    system: () => String(new Date(1.7e12)),
  }, "another time zone and locale"),
  badBuild("a number as the machine's language writes it", {
    system: () => (1234.5).toLocaleString(),
  }, "another time zone and locale"),
  badBuild("a date of Intl in a prompt", {
    system: () => new Intl.DateTimeFormat(undefined, { dateStyle: "full" }).format(0),
  }, "another time zone and locale"),
  badBuild("JSON.stringify() of a payload in a prompt", {
    system: (trace) => `The wish: ${JSON.stringify(wishOf(trace))}`,
  }, "keys in another order"),
  badBuild("the members of a payload in their order", {
    system: (trace) => Object.keys(Object(wishOf(trace))).join(),
  }, "keys in another order"),
  badBuild("a look-up while a request is built", {
    system: async () => {
      const answer = await fetch("http://127.0.0.1:1/news").catch(() => undefined);
      await answer?.body?.cancel();
      return "No news";
    },
  }, "it fetched http://127.0.0.1:1/news"),
  badBuild("a build that edits an event", {
    system: (trace) => {
      const [first] = trace as SealedEvent[];
      Object.assign(first!, { payload: "edited" });
      return "";
    },
  }, "it changed the events at [0].payload"),
  badBuild("a build that takes events away", {
    messages: (trace) => {
      const messages = messagesOf(trace);
      (trace as SealedEvent[]).splice(0, 0, ...(trace as SealedEvent[]).splice(0));
      return messages;
    },
  }, "frozen events"),
  badBuild("a counter of the module in a prompt", {
    system: () => `Build ${++built}`,
  }, "another build of the same"),
];
