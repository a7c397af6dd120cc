import type { Tool } from "../../../src/agent/tool.ts";
import { latestTurn, messagesOf } from "../../../src/agent/turn_records.ts";
import type { Json } from "../../../src/store/trace_event.ts";
import type { Message } from "../../../src/turn/request.ts";
import { goodHabits } from "../support/shop.ts";
import type { Shop } from "../support/shop.ts";
import { badClerk, badLoop, forgetfulClerk } from "./fault.ts";
import type { AgentFault } from "./fault.ts";

function noted(payload: Json) {
  return [{ type: "note", stream: "notes", payload }];
}

/** The shop's tools, but all of them run this. */
function withTools(shop: Shop, run: Tool["run"]): { readonly tools: readonly Tool[] } {
  return { tools: shop.tools.map(({ name }) => Object.freeze({ name, run })) };
}

/** Agents that do not record the same when they are stopped. */
export const RESUME_FAULTS: readonly AgentFault[] = [
  badClerk(
    "a counter in the process stands in the prompt",
    () => {
      let calls = 0;
      return { system: () => `Call ${++calls}` };
    },
    "Stopped after record 2: event 5 (model_call) differs at payload.requestHash",
    "Call 1",
  ),
  badClerk(
    "the conversation is kept in the process",
    () => {
      const kept: Message[] = [];
      return {
        messages: (trace) => {
          for (const message of messagesOf(trace).slice(kept.length)) kept.push(message);
          // Results of tools are thought not to matter any more once they were sent.
          const sent = [...kept];
          kept.forEach((message, index) => {
            if (message.role === "tool") kept[index] = { ...message, content: "(seen)" };
          });
          return sent;
        },
      };
    },
    "event 11 (model_call)",
    "(seen)",
  ),
  badClerk("which step is next is kept in the process", (shop) => {
    let hasPaid = false;
    const { next } = goodHabits(shop);
    return {
      next: (trace) => {
        const name = next(trace);
        if (name === "pay" && hasPaid) return undefined;
        if (latestTurn(trace).at(-1)?.type === "effect_result") hasPaid = true;
        return name;
      },
    };
  }, 'event 14 (turn_end) differs at type: expected "turn_end", found "effect_intent"'),
  badClerk("turns are counted in the process", () => {
    let turns = 0;
    return { note: () => noted(++turns) };
  }, "(note) differs at payload: expected 2, found 1"),
  badClerk(
    "the first turn's prompt is kept for all turns",
    () => {
      let prompt: string | undefined;
      return { system: (trace) => prompt ??= `It began with event ${trace.length}` };
    },
    "It began with event 1",
    "It began with event 4",
  ),
  badClerk("a random id stands in an event", () => ({
    note: () => noted(crypto.randomUUID()),
  }), "(note) differs at payload"),
  badClerk("a time stands in an event", () => ({
    note: () => noted(performance.now()),
  }), "(note) differs at payload"),
  badClerk("a random id stands in what is to be paid", () => ({
    intent: () => ({ name: "pay", args: crypto.randomUUID() }),
  }), "(effect_intent) differs at payload.args"),
  badClerk(
    "a tool counts in the process",
    (shop) => {
      let runs = 0;
      return withTools(shop, () => ++runs);
    },
    "(tool_result) differs at payload.result: expected 3, found 1",
  ),
  badClerk(
    "a tool that was run before its record is run again, and acts again",
    (shop) =>
      withTools(shop, async (_, { key }) => {
        await shop.bank.perform({ key, name: "reserve", args: null });
        return shop.bank.calls.length;
      }),
    "Stopped before record 3 landed: event 3 (tool_result) differs at payload.result",
  ),
  badClerk("a tool acts under a key of chance", (shop) =>
    withTools(shop, async () => {
      const key = `reserve ${shop.bank.calls.length}`;
      return await shop.bank.perform({ key, name: "reserve", args: null });
    }), "Stopped before record 3 landed"),
  badClerk(
    "a step acts without an intent",
    (shop) => ({
      note: async () => {
        const key = `note ${shop.bank.calls.length}`;
        await shop.bank.perform({ key, name: "note", args: null }).catch(() => {});
        return noted("done");
      },
    }),
    "Stopped before record 6 landed: the events are the same",
    "effects",
    "done outside",
  ),
  badClerk("a build acts", (shop) => ({
    system: async () => {
      const key = `build ${shop.bank.calls.length}`;
      await shop.bank.perform({ key, name: "look", args: null }).catch(() => {});
      return "";
    },
  }), "Stopped before record 2 landed"),
  badClerk(
    "a cache in the process answers for a tool",
    (shop) => {
      const cache = new Map<string, Json>();
      return withTools(shop, (args: Json) => {
        const key = JSON.stringify(args);
        const known = cache.get(key);
        cache.set(key, "cached");
        return known ?? "fresh";
      });
    },
    "Stopped after record 3: event 12 (tool_result) differs at payload.result",
    '"fresh"',
  ),
  badClerk(
    "a process acts when it begins",
    (shop) => {
      let hasBegun = false;
      const { next } = goodHabits(shop);
      return {
        next: (trace) => {
          if (!hasBegun) shop.bank.perform({ key: "begin", name: "unlock", args: null });
          hasBegun = true;
          return next(trace);
        },
      };
    },
    "Stopped after record 2: the events are the same, but what was done outside is not",
  ),
  forgetfulClerk(
    "what another process added to the thread is not read",
    () => {
      const known = new Set<number>();
      return {
        messages: (trace) => {
          const inputs = trace.filter(({ type }) => type === "input").map(({ seq }) => seq);
          for (const seq of known.size === 0 ? inputs : inputs.slice(-1)) known.add(seq);
          let isKnown = false;
          return messagesOf(trace.filter(({ type, seq }) => {
            if (type === "input") isKnown = known.has(seq);
            return isKnown;
          }));
        },
      };
    },
    "Two processes, turn by turn: event 19 (model_call) differs at payload.requestHash",
    "the requests differ first at messages[6].content",
  ),
  badLoop(
    "an append whose answer was lost is made again",
    { retries: true },
    "whose answer was lost",
    "user",
  ),
  badLoop("what was done is recorded before it is done", { recordsFirst: true }, "done outside"),
  badLoop("charges have keys of chance", { freshKeys: true }, "effects[0].key differs"),
  badLoop("the conversation is kept beside the log", { remembers: true }, "payload"),
  badLoop("an open turn is forgotten", { forgets: true }, "event 2 (reply)"),
  badLoop("an open turn is begun again", { restarts: true }, "event 2 (reply) differs at type"),
  badLoop(
    "a stop is recorded as a failure",
    { notesFailures: true },
    "whose answer was lost",
    "failed",
  ),
];
