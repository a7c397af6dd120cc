import type { JsonObject } from "../../../wire/json.ts";
import type { Frame, FramePart } from "../../delivery/frame.ts";
import type { Answer } from "../../result/answer.ts";
import type { Surface } from "../surface.ts";
import { anthropic, errorBody } from "./anthropic.ts";
import { messageBlocks } from "./message_blocks.ts";
import type { MessageBlock } from "./message_blocks.ts";
import { messageEnd } from "./message_end.ts";
import { readMessages } from "./read_messages.ts";
import { keepThread } from "./thread.ts";
import { firstUsage, lastUsage, usageObject } from "./usage_object.ts";

/** Anthropic's Messages. */
export const anthropicMessages: Surface = {
  id: "anthropic-messages",
  provider: anthropic,
  read: (call, body, _params, context) => readMessages(call, body, context),
  whole,
  frames,
  problemFrames: function* (problem, answer) {
    yield frame("problem", "error", JSON.stringify(errorBody(problem, answer.requestId)));
  },
};

function whole(answer: Answer): JsonObject {
  const message = wholeMessage(answer);
  keepThread(answer, () => message);
  return message;
}

function wholeMessage(answer: Answer): JsonObject {
  const isCut = answer.choices[0]!.reason === "length";
  return {
    ...head(answer),
    content: messageBlocks(answer).map((block) => wholeBlock(block, isCut)),
    container: null,
    ...messageEnd(answer),
    usage: usageObject(answer),
    diagnostics: null,
    ...trialMembers(answer),
  };
}

/** What answers have besides where the client asks for trials. */
function trialMembers({ ask }: Answer): JsonObject {
  return ask.isTrial ? { context_management: null } : {};
}

function head(answer: Answer): JsonObject {
  const { model, id, name } = answer;
  return { model, id: id ?? `msg_${name}`, type: "message", role: "assistant" };
}

function wholeBlock(block: MessageBlock, isCut: boolean): JsonObject {
  switch (block.type) {
    case "text": {
      const { citations, ...text } = block;
      return { citations: citations.length === 0 ? null : citations, ...text };
    }
    case "tool_use":
      return toolUse(block, inputOf(block.json, isCut));
    default:
      return block;
  }
}

function toolUse(
  { id, name, toolset }: Extract<MessageBlock, { readonly type: "tool_use" }>,
  input: unknown,
): JsonObject {
  const caller = { type: "direct" };
  const of = toolset === undefined ? {} : { toolset_name: toolset };
  return { type: "tool_use", id, name, input, caller, ...of };
}

/** Arguments that are no JSON, as a rule may have them, are sent as their text; what was cut has none. */
function inputOf(json: string, isCut: boolean): unknown {
  try {
    return json === "" ? {} : JSON.parse(json);
  } catch {
    return isCut ? {} : json;
  }
}

function* frames(answer: Answer): Generator<Frame> {
  yield frame("open", "message_start", start(answer));
  let index = 0;
  for (const block of messageBlocks(answer)) {
    const opened = JSON.stringify(openedBlock(block));
    yield frame(
      "open",
      "content_block_start",
      `{"type":"content_block_start","index":${index},"content_block":${opened}}`,
    );
    if (index === 0) yield PING;
    yield* deltaFrames(block, index, answer);
    yield frame("close", "content_block_stop", `{"type":"content_block_stop","index":${index}}`);
    index++;
  }
  if (index === 0) yield PING;
  const delta = { ...messageEnd(answer), container: null };
  const usage = lastUsage(answer);
  const end = JSON.stringify({ type: "message_delta", delta, usage, ...trialMembers(answer) });
  yield frame("finish", "message_delta", end);
  // Whoever has read the end may go on from it.
  keepThread(answer, () => wholeMessage(answer));
  yield frame("marker", "message_stop", '{"type":"message_stop"}');
}

const PING: Frame = frame("ping", "ping", '{"type": "ping"}');

function start(answer: Answer): string {
  const message = {
    ...head(answer),
    content: [],
    container: null,
    stop_reason: null,
    stop_sequence: null,
    stop_details: null,
    usage: firstUsage(answer),
    diagnostics: null,
    ...trialMembers(answer),
  };
  return JSON.stringify({ type: "message_start", message });
}

function openedBlock(block: MessageBlock): JsonObject {
  switch (block.type) {
    case "text":
      return { citations: block.citations.length === 0 ? null : [], type: "text", text: "" };
    case "thinking":
      return { type: "thinking", thinking: "", signature: "" };
    case "redacted_thinking":
      return block;
    case "tool_use":
      return toolUse(block, {});
  }
}

function* deltaFrames(block: MessageBlock, index: number, answer: Answer): Generator<Frame> {
  const open = `{"type":"content_block_delta","index":${index},"delta":{"type":"`;
  const delta = (kind: string, value: string, tokens = 0) =>
    frame("content", "content_block_delta", `${open}${kind}":${value}}}`, tokens);
  const pieces = function* (kind: string, text: string) {
    for (const { json, tokens } of answer.cut(text)) yield delta(kind, json, tokens);
  };
  switch (block.type) {
    case "text":
      yield* pieces('text_delta","text', block.text);
      for (const citation of block.citations) {
        yield delta('citations_delta","citation', JSON.stringify(citation));
      }
      break;
    case "thinking":
      yield* pieces('thinking_delta","thinking', block.thinking);
      yield delta('signature_delta","signature', JSON.stringify(block.signature));
      break;
    case "tool_use":
      // The first fragment is empty, and a call without arguments has no other.
      yield delta('input_json_delta","partial_json', '""');
      if (block.json !== "{}") yield* pieces('input_json_delta","partial_json', block.json);
  }
}

function frame(part: FramePart, event: string, data: string, tokens = 0): Frame {
  return { event, data, part, tokens };
}
