import { asked, frames, mixing, payloads, text } from "../faults.ts";
import type { Json } from "../faults.ts";
import type { FaultyServer } from "./faulty_server.ts";

const without = (body: Json, name: string) => ({ ...body, [name]: undefined });
const callOf = (payload: Json) => payload.choices[0]?.delta.tool_calls?.[0];

/** What the other lists show on other wires, on chat completions: each case catches a server of this wire. */
export const CHAT: readonly FaultyServer[] = [
  {
    does: "gives all tool calls the index 0",
    caughtBy: "order: the events of several tool calls come in the wire's order",
    says: /the id of a tool call to stay the same, but it changed/,
    fault: payloads((payload) => {
      const call = callOf(payload);
      if (call !== undefined) call.index = 0;
      return payload;
    }),
  },
  {
    does: "does not say when it calls tools",
    caughtBy: "fields: the frames of a tool call have what the wire promises",
    says: /to have 'created'/,
    fault: payloads((payload) => callOf(payload) ? without(payload, "created") : payload),
  },
  {
    does: "gives every stream the same id",
    caughtBy: "ids: no two responses have the same id",
    says: /both have "chatcmpl-1"/,
    fault: text("stream", (body) => body.replaceAll(/"id":"chatcmpl-[^"]*"/g, '"id":"chatcmpl-1"')),
  },
  {
    does: "counts the same for all streams",
    caughtBy: "usage: a longer answer has more tokens, and the same question as many",
    says: /to be more than 7/,
    fault: payloads((payload) => {
      if (payload.usage) payload.usage.completion_tokens = 7;
      return payload;
    }),
  },
  {
    does: "loses a piece amid a long text",
    caughtBy: "answer: a long text that is streamed is the one that is not",
    says: /at text/,
    fault: frames((all) => all.filter((_, at) => at !== 5)),
  },
  {
    does: "streams other arguments",
    caughtBy: "answer: a tool call that is streamed is the one that is not",
    says: /to be "Paris" at calls\[0\]\.arguments\.city, but it was "Rome"/,
    fault: text("stream", (body) => body.replace("Paris", "Rome")),
  },
  {
    does: "streams the first of several tool calls alone",
    caughtBy: "answer: tool calls that are streamed are those that are not",
    says: /at calls\[1\]/,
    fault: payloads((payload) => callOf(payload)?.index === 1 ? undefined : payload),
  },
  {
    does: "ends texts for a reason of its own",
    caughtBy: "answer: a text ends for the reason 'stop'",
    says: /to be stop, but it was "done"/,
    fault: text(
      "stream",
      (body) => body.replace('"finish_reason":"stop"', '"finish_reason":"done"'),
    ),
  },
  {
    does: "streams two calls by one id",
    caughtBy: "tools: several tool calls that are streamed have them too",
    says: /an id of its own/,
    fault: text("stream", (body) => body.replaceAll(/"id":"call_[^"]*"/g, '"id":"call_1"')),
  },
  {
    does: "says 'stop' at the limit of a stream",
    caughtBy: "limits: a stream ends at the most tokens, and says so",
    says: /to be length, but it was "stop"/,
    fault: text("stream", (body) => body.replace('"length"', '"stop"')),
  },
  {
    does: "heeds no stop text",
    caughtBy: "limits: an answer ends before a stop text",
    says: /the text that stops at "is"/,
    fault: asked((body) => without(body, "stop")),
  },
  {
    does: "heeds no stop text of a stream",
    caughtBy: "limits: a stream ends before a stop text",
    says: /the text that stops at "is"/,
    fault: asked((body) => body?.stream ? without(body, "stop") : body),
  },
  {
    does: "streams one answer to who asks for two",
    caughtBy: "limits: two answers are streamed where two are asked for",
    says: /the indexes of the answers that ended/,
    fault: asked((body) => without(body, "n")),
  },
  {
    does: "takes an empty model",
    caughtBy: "errors: a request with an empty model is refused",
    says: /it was 200/,
    fault: asked((body) => ({ ...body, model: body?.model || "m" })),
  },
  {
    does: "mixes calls that come together",
    caughtBy: "life: tool calls at once do not mix",
    says: /beside others/,
    fault: mixing,
  },
];
