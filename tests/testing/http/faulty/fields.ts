import { asked, payloads, text, whole } from "../faults.ts";
import type { Json } from "../faults.ts";
import type { FaultyServer } from "./faulty_server.ts";

const streamed = (body: Json) => body?.stream === true;
const without = (body: Json, name: string) => ({ ...body, [name]: undefined });
const FRAME_FIELDS = "fields: the frames of a text have what the wire promises";
const WHOLE_USAGE =
  "usage: an answer that is not streamed counts its tokens, and the sums are right";
const STREAM_USAGE = "usage: a stream counts its tokens, and the sums are right";

/** What it leaves out. */
export const FIELDS: readonly FaultyServer[] = [
  {
    does: "leaves out when it answered",
    caughtBy: "fields: a text that is not streamed has what the wire promises",
    says: /'created', a whole number from 0, but there is none/,
    fault: whole((body) => without(body, "created")),
  },
  {
    does: "gives tool calls no type",
    caughtBy: "fields: tool calls that are not streamed have what the wire promises",
    says: /every tool call to have 'type', "function"/,
    fault: text("whole", (body) => body.replaceAll('"type":"function",', "")),
  },
  {
    does: "leaves the model out of frames",
    caughtBy: FRAME_FIELDS,
    says: /frame 1 to have 'model'/,
    fault: payloads((payload) => without(payload, "model")),
  },
  {
    does: "leaves the version out of chunks",
    wire: "gemini",
    caughtBy: FRAME_FIELDS,
    says: /'modelVersion'/,
    fault: payloads((payload) => without(payload, "modelVersion")),
  },
  {
    does: "leaves the time out of lines",
    wire: "ollama",
    caughtBy: FRAME_FIELDS,
    says: /'created_at'/,
    fault: payloads((payload) => without(payload, "created_at")),
  },
  {
    does: "writes arguments as a text",
    wire: "ollama",
    caughtBy: "fields: the frames of a tool call have what the wire promises",
    says: /'function.arguments', an object/,
    fault: payloads((payload) => {
      for (const call of payload.message.tool_calls ?? []) call.function.arguments = "{}";
      return payload;
    }),
  },
  {
    does: "changes its id from chunk to chunk",
    caughtBy: "ids: what names a response is the same in all its frames",
    says: /'id' to be "chatcmpl-mock-1" in every frame, but it was "chunk-1", in frame 2/,
    fault: payloads((payload, index) =>
      index === 0 ? payload : { ...payload, id: `chunk-${index}` }
    ),
  },
  {
    does: "changes the id of a response at its end",
    wire: "openai-responses",
    caughtBy: "ids: what names a response is the same in all its frames",
    says: /'response.id' to be/,
    fault: payloads((payload) => {
      if (payload.type === "response.completed") payload.response.id = "resp_2";
      return payload;
    }),
  },
  {
    does: "gives every response the same id",
    wire: "anthropic-messages",
    caughtBy: "ids: no two responses have the same id",
    says: /both have "msg_1"/,
    fault: text("stream", (body) => body.replaceAll(/"id":"msg_[^"]*"/g, '"id":"msg_1"')),
  },
];

/** How it counts. */
export const USAGE: readonly FaultyServer[] = [
  {
    does: "counts nothing",
    caughtBy: WHOLE_USAGE,
    says: /'prompt_tokens', a whole number from 0, but there is nothing at all/,
    fault: whole((body) => without(body, "usage")),
  },
  {
    does: "adds wrongly",
    caughtBy: WHOLE_USAGE,
    says: /'total_tokens' to be \d+, the sum of/,
    fault: whole((body) => ({ ...body, usage: { ...body.usage, total_tokens: 3 } })),
  },
  {
    does: "says that it used nothing",
    wire: "ollama",
    caughtBy: WHOLE_USAGE,
    says: /'eval_count' to be more than 0/,
    fault: whole((body) => ({ ...body, eval_count: 0 })),
  },
  {
    does: "counts nothing in a stream",
    caughtBy: STREAM_USAGE,
    says: /there is nothing at all/,
    fault: payloads((payload) => payload.choices.length === 0 ? undefined : payload),
  },
  {
    does: "counts only the input of a stream",
    wire: "openai-responses",
    caughtBy: STREAM_USAGE,
    says: /'output_tokens'/,
    fault: payloads((payload) => {
      if (payload.response?.usage) payload.response.usage = { input_tokens: 3 };
      return payload;
    }),
  },
  {
    does: "counts chunks in place of tokens",
    caughtBy: "usage: a stream counts what the same answer counts that is not streamed",
    says: /Expected the tokens of a stream to be \d+ at output, but it was 99/,
    fault: payloads((payload) => {
      if (payload.usage) payload.usage.completion_tokens = 99;
      return payload;
    }),
  },
  {
    does: "counts the same for all answers",
    wire: "cohere",
    caughtBy: "usage: a longer answer has more tokens, and the same question as many",
    says: /to be more than 7/,
    fault: payloads((payload) => {
      if (payload.delta?.usage) payload.delta.usage.tokens.output_tokens = 7;
      return payload;
    }),
  },
  {
    does: "counts unasked",
    caughtBy: "usage: a stream does not count its tokens unless asked to",
    says: /to have no usage/,
    fault: asked((body) =>
      streamed(body) ? { ...body, stream_options: { include_usage: true } } : body
    ),
  },
];
