/** How each path that streams says the steps of the bug corpus: a preamble, text, a finish, and so on. */
import { type Bytes, concatBytes, toBytes } from "../../../../src/bytes.ts";
import * as chunk from "../../support/scripted_upstream.ts";

/** The words of one path. */
export interface Voice {
  /** Below `/v1`. */
  readonly path: string;
  /** What a client asks with. */
  readonly request: Readonly<Record<string, unknown>>;
  /** What only says that an answer comes. */
  readonly pre: Bytes;
  /** A piece of the text. */
  text(text: string): Bytes;
  /** Why the turn ends. On some paths that is the last event as well. */
  readonly fin: Bytes;
  /** The count of tokens; empty where it is a part of the finish. */
  readonly usage: Bytes;
  /** The last event. */
  readonly done: Bytes;
  /** An error. */
  err(error: Readonly<Record<string, unknown>>): Bytes;
  /** Whether the last event may be made up. */
  readonly mayAddDone: boolean;
  /** What ends a stream, as its client sees it. */
  readonly endRegExp: RegExp;
}

/** One event with a name. */
export function named(event: { readonly type: string } & Record<string, unknown>): Bytes {
  return toBytes(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}

const PROMPT = { model: "m", stream: true };
const NOTHING: Bytes = new Uint8Array(0);
const DONE_REGEXP = /^data: \[DONE\]$/m;

const CHAT: Voice = {
  path: "/chat/completions",
  request: { ...PROMPT, messages: [{ role: "user", content: "Hi" }] },
  pre: chunk.PRE,
  text: chunk.c,
  fin: chunk.fin("stop"),
  usage: chunk.USAGE,
  done: chunk.DONE,
  err: chunk.err,
  mayAddDone: true,
  endRegExp: DONE_REGEXP,
};

function completion(text: string, finish: string | null = null): Bytes {
  const choices = [{ index: 0, text, finish_reason: finish, logprobs: null }];
  return chunk.data({ id: "cmpl-1", object: "text_completion", created: 1, model: "m", choices });
}

const COMPLETIONS: Voice = {
  ...CHAT,
  path: "/completions",
  request: { ...PROMPT, prompt: "Hi" },
  pre: completion(""),
  text: (text) => completion(text),
  fin: completion("", "stop"),
};

const MESSAGE = { id: "msg_1", type: "message", role: "assistant", model: "m", content: [] };

const MESSAGES: Voice = {
  path: "/messages",
  request: { ...PROMPT, max_tokens: 100, messages: [{ role: "user", content: "Hi" }] },
  pre: concatBytes([
    named({
      type: "message_start",
      message: {
        ...MESSAGE,
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    }),
    named({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }),
    named({ type: "ping" }),
  ]),
  text: (text) =>
    named({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } }),
  fin: concatBytes([
    named({ type: "content_block_stop", index: 0 }),
    named({
      type: "message_delta",
      delta: { stop_reason: "end_turn", stop_sequence: null },
      usage: { output_tokens: 2 },
    }),
  ]),
  usage: NOTHING,
  done: named({ type: "message_stop" }),
  err: (error) => named({ type: "error", error }),
  mayAddDone: false,
  endRegExp: /^event: message_stop$/m,
};

const RESPONSE = { id: "resp_1", object: "response", created_at: 1, model: "m", error: null };
const PLACE = { item_id: "msg_1", output_index: 0, content_index: 0 };
const ITEM = { id: "msg_1", type: "message", role: "assistant" };

const RESPONSES: Voice = {
  path: "/responses",
  request: { ...PROMPT, input: "Hi" },
  pre: concatBytes([
    named({
      type: "response.created",
      response: { ...RESPONSE, status: "in_progress", output: [] },
    }),
    named({
      type: "response.in_progress",
      response: { ...RESPONSE, status: "in_progress", output: [] },
    }),
    named({
      type: "response.output_item.added",
      output_index: 0,
      item: { ...ITEM, status: "in_progress", content: [] },
    }),
    named({
      type: "response.content_part.added",
      ...PLACE,
      part: { type: "output_text", text: "", annotations: [] },
    }),
  ]),
  text: (delta) => named({ type: "response.output_text.delta", ...PLACE, delta }),
  fin: named({ type: "response.output_text.done", ...PLACE, text: "Hello" }),
  usage: NOTHING,
  done: named({
    type: "response.completed",
    response: {
      ...RESPONSE,
      status: "completed",
      output: [{
        ...ITEM,
        status: "completed",
        content: [{ type: "output_text", text: "Hello", annotations: [] }],
      }],
      usage: { input_tokens: 1, output_tokens: 2, total_tokens: 3 },
    },
  }),
  err: (error) => named({ sequence_number: 9, param: null, ...error, type: "error" }),
  mayAddDone: false,
  endRegExp: /^event: response\.completed$/m,
};

/** The paths that stream. */
export const VOICES: Readonly<
  Record<"chat" | "completions" | "messages" | "responses", Voice>
> = {
  chat: CHAT,
  completions: COMPLETIONS,
  messages: MESSAGES,
  responses: RESPONSES,
};
