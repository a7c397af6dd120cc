import type { JsonObject } from "../../../wire/json.ts";
import type { Frame, FramePart } from "../../delivery/frame.ts";
import type { Answer } from "../../result/answer.ts";
import type {
  AnswerBlock,
  AnswerChoice,
  ReasoningBlock,
  RefusalBlock,
  TextBlock,
  ToolCallBlock,
} from "../../result/answer_choice.ts";
import { countTokens } from "../../tokens/split_tokens.ts";
import { annotationsOfBlock } from "./annotations.ts";
import { callId, callObject, finishReason, topLogprobsOf, usesFunctions } from "./chat_choice.ts";
import { ChunkWriter } from "./chunk_writer.ts";
import { chained } from "../chained.ts";
import { interleaved } from "../interleaved.ts";
import { dataFrame } from "../data_frame.ts";
import { reasoningDetail } from "./reasoning_detail.ts";
import { createdOf, fingerprintOf, idOf, serviceTierOf } from "./response_head.ts";
import { LogprobCursor, logprobObject } from "../token_logprobs.ts";
import { usageObject } from "./usage_object.ts";

/**
 * Gives the chunks of an answer that is streamed.
 *
 * @param answer The answer.
 */
export function chatFrames(answer: Answer): Iterable<Frame> {
  return chained(rowsOf(answer));
}

function* rowsOf(answer: Answer): Generator<Iterable<Frame>> {
  const includeUsage = answer.ask.request.stream_options?.include_usage === true;
  const head = JSON.stringify({
    id: idOf(answer, "chatcmpl-"),
    object: "chat.completion.chunk",
    created: createdOf(answer),
    model: answer.model,
    service_tier: serviceTierOf(answer),
    system_fingerprint: fingerprintOf(answer),
  }).slice(0, -1);
  const writer = new ChunkWriter(answer, head, includeUsage ? '],"usage":null' : "]");
  yield interleaved(
    answer.choices.map((choice, index) =>
      chained(new ChoiceFrames(answer, choice, index, writer).rows())
    ),
  );
  if (includeUsage) {
    const usage = JSON.stringify(usageObject(answer.usage));
    yield [writer.usage(usage)];
  }
  yield [dataFrame("marker", "[DONE]")];
}

/** The member of a delta that carries each kind of text. */
const MEMBER = { text: "content", reasoning: "reasoning_content", refusal: "refusal" } as const;

/** What ends a chunk that tells neither how likely its tokens are nor a reason. */
const UNTOLD = ',"logprobs":null,"finish_reason":null}';

/** Writes the chunks of one choice. */
class ChoiceFrames {
  readonly #answer: Answer;
  readonly #choice: AnswerChoice;
  readonly #index: number;
  readonly #writer: ChunkWriter;
  readonly #open: string;
  /** How many likely tokens are told for each place; `undefined` for no such numbers at all. */
  readonly #top: number | undefined;
  #calls = 0;
  #thoughts = 0;
  #textLength = 0;

  constructor(
    answer: Answer,
    choice: AnswerChoice,
    index: number,
    writer: ChunkWriter,
  ) {
    this.#answer = answer;
    this.#choice = choice;
    this.#index = index;
    this.#writer = writer;
    this.#open = `{"index":${index},"delta":`;
    this.#top = topLogprobsOf(answer);
  }

  *rows(): Generator<Iterable<Frame>> {
    const { blocks } = this.#choice;
    const merged = this.#mergedCall();
    if (merged === undefined) {
      yield [this.#chunk("open", this.#opening(blocks[0]), 0, EMPTY_LOGPROBS)];
    }
    for (const block of blocks) {
      if (block.type === "tool_call") yield* this.#callRows(block, block === merged);
      else yield* this.#textRows(block);
    }
    const reason = JSON.stringify(finishReason(this.#answer, this.#choice));
    yield [
      this.#writer.chunk("finish", `${this.#open}{},"logprobs":null,"finish_reason":${reason}}`),
    ];
  }

  /** A call that is all there is stands in the first chunk; several calls follow one that has only the role. */
  #mergedCall(): ToolCallBlock | undefined {
    const [first, ...rest] = this.#choice.blocks;
    return first?.type === "tool_call" && rest.length === 0 ? first : undefined;
  }

  #opening(first: AnswerBlock | undefined): string {
    if (first?.type === "refusal") return '{"role":"assistant","content":null,"refusal":""}';
    const content = first?.type === "tool_call" ? "null" : '""';
    return `{"role":"assistant","content":${content},"refusal":null}`;
  }

  #chunk(part: FramePart, delta: string, tokens = 0, logprobs = "null"): Frame {
    const told = this.#top === undefined ? "null" : logprobs;
    const choice = `${this.#open}${delta},"logprobs":${told},"finish_reason":null}`;
    return this.#writer.chunk(part, choice, tokens);
  }

  *#textRows(block: TextBlock | ReasoningBlock | RefusalBlock): Generator<Iterable<Frame>> {
    const open = `{"${MEMBER[block.type]}":`;
    yield this.#top === undefined || block.type === "reasoning"
      ? this.#writer.pieces(this.#answer.cut(block.text), `${this.#open}${open}`, `}${UNTOLD}`)
      : this.#likelyFrames(block, open, new LogprobCursor(block.text, this.#top));
    if (block.type === "text") yield this.#annotationFrames(block);
    if (block.type === "reasoning") yield this.#proofFrames(block);
  }

  *#likelyFrames(
    { type, text }: TextBlock | RefusalBlock,
    open: string,
    cursor: LogprobCursor,
  ): Generator<Frame> {
    for (const piece of this.#answer.cut(text)) {
      const logprobs = logprobsJson(type, cursor.take(piece.text).map(logprobObject));
      yield this.#chunk("content", `${open}${piece.json}}`, piece.tokens, logprobs);
    }
  }

  *#annotationFrames(block: TextBlock): Generator<Frame> {
    const annotations = annotationsOfBlock(block, this.#textLength);
    this.#textLength += block.text.length;
    if (annotations.length > 0) yield this.#chunk("content", JSON.stringify({ annotations }));
  }

  *#proofFrames(block: ReasoningBlock): Generator<Frame> {
    const detail = reasoningDetail(block, "", this.#thoughts++);
    if (detail === undefined) return;
    yield this.#chunk("content", JSON.stringify({ reasoning_details: [detail] }));
  }

  *#callRows(call: ToolCallBlock, isMerged: boolean): Generator<Iterable<Frame>> {
    const index = this.#calls++;
    const role = isMerged ? { role: "assistant", content: null } : {};
    const [opening, open, close] = this.#callSpelling(call, index);
    const delta = JSON.stringify({ ...role, ...opening, ...(isMerged ? { refusal: null } : {}) });
    yield [this.#chunk(isMerged ? "open" : "content", delta, countTokens(call.name))];
    const pieces = this.#answer.cut(call.arguments);
    yield this.#writer.pieces(pieces, `${this.#open}${open}`, `${close}${UNTOLD}`);
  }

  /** What opens a call, and what stands around each piece of its arguments. */
  #callSpelling(call: ToolCallBlock, index: number): [JsonObject, string, string] {
    if (usesFunctions(this.#answer)) {
      const opening = { function_call: { name: call.name, arguments: "" } };
      return [opening, '{"function_call":{"arguments":', "}}"];
    }
    const id = callId(this.#answer, this.#index, index, call);
    const opening = { tool_calls: [{ index, ...callObject({ ...call, arguments: "" }, id) }] };
    const [kind, member] = call.custom ? ["custom", "input"] : ["function", "arguments"];
    return [opening, `{"tool_calls":[{"index":${index},"${kind}":{"${member}":`, "}}]}"];
  }
}

const EMPTY_LOGPROBS = '{"content":[],"refusal":null}';

function logprobsJson(type: AnswerBlock["type"], entries: readonly JsonObject[]): string {
  return JSON.stringify(
    type === "refusal" ? { content: null, refusal: entries } : { content: entries, refusal: null },
  );
}
