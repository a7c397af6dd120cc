import { asked, frames, piecemeal, text, whole } from "../faults.ts";
import type { Json } from "../faults.ts";
import type { FaultyServer } from "./faulty_server.ts";

const isTool = (body: Json) => body?.choices?.[0]?.message?.tool_calls !== undefined;
const without = (body: Json, name: string) => ({ ...body, [name]: undefined });

/** What it answers. */
export const ANSWERS: readonly FaultyServer[] = [
  {
    does: "loses the last piece of a stream",
    caughtBy: "answer: a text that is streamed is the one that is not",
    says: /to be "All is well in here today\." at text/,
    fault: frames((all) => all.filter((_, at) => at !== all.length - 4)),
  },
  {
    does: "loses a piece amid a long text",
    wire: "gemini",
    caughtBy: "answer: a long text that is streamed is the one that is not",
    says: /at text/,
    fault: frames((all) => all.filter((_, at) => at !== 5)),
  },
  {
    does: "streams other arguments",
    wire: "ollama",
    caughtBy: "answer: a tool call that is streamed is the one that is not",
    says: /to be "Paris" at calls\[0\]\.arguments\.city, but it was "Rome"/,
    fault: text("stream", (body) => body.replace("Paris", "Rome")),
  },
  {
    does: "streams the first of several tool calls alone",
    wire: "ollama",
    caughtBy: "answer: tool calls that are streamed are those that are not",
    says: /at calls\[1\]/,
    fault: frames((all) => all.filter((frame) => !frame.includes("Rome"))),
  },
  {
    does: "ends texts for a reason of its own",
    wire: "anthropic-messages",
    caughtBy: "answer: a text ends for the reason 'stop'",
    says: /to be end_turn or stop_sequence, but it was "done"/,
    fault: text("stream", (body) => body.replace('"end_turn"', '"done"')),
  },
  {
    does: "answers with one word",
    caughtBy: "answer: a text of the prompt 'text' has three words or more, and no tool calls",
    says: /three words or more/,
    fault: text("stream", (body) => body.replaceAll(/"content":" ?[a-z]+"/g, '"content":""')),
  },
  {
    does: "streams a text in one piece",
    caughtBy: "answer: a long text comes in several pieces",
    says: /streamed in several pieces, but it came in 1$/,
    fault: frames((all) => {
      const texts = all.map((frame) => /"content":"([^"]+)"/.exec(frame)?.[1] ?? "");
      const first = texts.findIndex((text) => text !== "");
      const whole = all[first]!.replace(texts[first]!, texts.join(""));
      return all.flatMap((frame, at) => at === first ? [whole] : texts[at] === "" ? [frame] : []);
    }),
  },
  {
    does: "halves characters",
    caughtBy: "answer: no character is lost or halved between frames",
    says: /one was halved or replaced/,
    fault: text("stream", (body) => body.replace("🌍", "\\ud83c")),
  },
  {
    does: "reads each piece of a request for itself",
    caughtBy: "answer: a request may arrive in pieces, cut within a character",
    says: /but it was 400/,
    fault: piecemeal,
  },
];

/** How it calls tools, and what it heeds of a request. */
export const TOOLS: readonly FaultyServer[] = [
  {
    does: "cuts arguments",
    caughtBy: "tools: a tool call has its name, and arguments that are a JSON object",
    says: /they were "\{\\"city\\":"/,
    fault: whole((body) => {
      if (isTool(body)) body.choices[0].message.tool_calls[0].function.arguments = '{"city":';
      return body;
    }),
  },
  {
    does: "cuts arguments of a stream",
    caughtBy: "tools: a tool call that is streamed has them too",
    says: /JSON/,
    fault: frames((all) => all.filter((_, at) => at !== all.length - 4)),
  },
  {
    does: "calls two tools by one id",
    caughtBy: "tools: several tool calls have them, and ids of their own",
    says: /an id of its own/,
    fault: text("whole", (body) => body.replaceAll(/"id":"call_[^"]*"/g, '"id":"call_1"')),
  },
  {
    does: "streams two calls by one id",
    wire: "anthropic-messages",
    caughtBy: "tools: several tool calls that are streamed have them too",
    says: /an id of its own/,
    fault: text("stream", (body) => body.replaceAll(/"id":"toolu_[^"]*"/g, '"id":"toolu_1"')),
  },
  {
    does: "ends calls as it ends texts",
    caughtBy: "tools: a turn with tool calls says so by its reason to end",
    says: /but it was "stop"/,
    fault: text("stream", (body) =>
      body.replace('"tool_calls"}', '"stop"}').replace(
        '"finish_reason":"tool_calls"',
        '"finish_reason":"stop"',
      )),
  },
  {
    does: "ends calls by a word that there is not",
    wire: "gemini",
    caughtBy: "tools: a turn with tool calls says so by its reason to end",
    says: /but it was "FUNCTION_CALL"/,
    fault: text("stream", (body) => body.replace('"STOP"', '"FUNCTION_CALL"')),
  },
  {
    does: "heeds no limit",
    caughtBy: "limits: an answer ends at the most tokens, and says so",
    says: /to be length, but it was "stop"/,
    fault: asked((body) => without(body, "max_completion_tokens")),
  },
  {
    does: "says 'stop' at the limit of a stream",
    wire: "ollama",
    caughtBy: "limits: a stream ends at the most tokens, and says so",
    says: /to be length, but it was "stop"/,
    fault: text("stream", (body) => body.replace('"length"', '"stop"')),
  },
  {
    does: "says 'length' and goes on",
    wire: "cohere",
    caughtBy: "limits: a stream ends at the most tokens, and says so",
    says: /a text of 16 tokens, but it has 3600 characters/,
    fault: (server) => {
      const lasting = asked((body) => without(body, "max_tokens"))(server);
      return text("stream", (body) => body.replace('"COMPLETE"', '"MAX_TOKENS"'))(lasting);
    },
  },
  {
    does: "knows the newer name of the limit alone",
    caughtBy: "limits: the most tokens may be named 'max_tokens' too",
    says: /to be length/,
    fault: asked((body) => without(body, "max_tokens")),
  },
  {
    does: "heeds no stop text",
    wire: "anthropic-messages",
    caughtBy: "limits: an answer ends before a stop text",
    says: /the text that stops at "is"/,
    fault: asked((body) => without(body, "stop_sequences")),
  },
  {
    does: "sends the stop text too",
    wire: "ollama",
    caughtBy: "limits: a stream ends before a stop text",
    says: /but it was "All is"/,
    fault: text(
      "stream",
      (body, request) =>
        request.options?.stop ? body.replace('"content":" "', '"content":" is"') : body,
    ),
  },
  {
    does: "gives one answer to who asks for two",
    caughtBy: "limits: two answers come where two are asked for",
    says: /two answers, but there were 1/,
    fault: asked((body) => without(body, "n")),
  },
  {
    does: "streams one candidate to who asks for two",
    wire: "gemini",
    caughtBy: "limits: two answers are streamed where two are asked for",
    says: /the indexes of the answers that ended/,
    fault: asked((body) => without(body, "generationConfig")),
  },
];
