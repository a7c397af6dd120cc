import { ModelError } from "../../errors.ts";
import type { SseEvent } from "../../sse/sse_event.ts";
import type { Finish } from "../../turn/finish.ts";
import { finishFrom } from "../../turn/finish.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { ZERO_USAGE } from "../../turn/usage.ts";
import { withUsage } from "../../turn/with_usage.ts";
import type { JsonObject } from "../json.ts";
import { isDoneSentinel, isObject, stringOf } from "../json.ts";
import { readPayload } from "../read_payload.ts";
import { entriesIn, listIn, objectIn, textIn } from "../members.ts";
import type { TurnDecoder } from "../wire.ts";
import { GEMINI_FINISH_MAP } from "./finish_map.ts";
import { FunctionCalls } from "./function_calls.ts";
import { reportedError } from "./stray_json.ts";
import { geminiUsage, usageOfChunk } from "./usage.ts";

/**
 * Reads one turn on the Gemini wire.
 *
 * A `finishReason` may be an intermediate one: when a server-side tool has run, and from gateways on
 * every chunk or on an empty first one. So the body is read to its end, and a reason holds only if no
 * content follows it.
 */
export class GeminiDecoder implements TurnDecoder {
  readonly #calls: FunctionCalls = new FunctionCalls();
  #reason = "";
  #blocked = "";
  #usage: JsonObject | undefined;
  #done = false;

  /** True once the body has ended: the wire has no marker. */
  get done(): boolean {
    return this.#done;
  }

  /**
   * Takes the next frame. `[DONE]`, which gateways add, says nothing on this wire.
   *
   * @throws {ModelError} `PROVIDER` for an error within the stream, `STREAM_PROTOCOL` or
   * `INCOMPLETE` for a frame that cannot be read.
   */
  push(frame: SseEvent, out: TurnEvent[] = []): TurnEvent[] {
    if (this.#done || isDoneSentinel(frame)) return out;
    try {
      const reported = frame.data.startsWith("[") ? reportedError(frame.data) : undefined;
      if (reported) throw reported;
      const chunk = readPayload(frame);
      if (chunk) this.#readChunk(chunk, out);
    } catch (error) {
      throw this.#withUsage(error);
    }
    return out;
  }

  /**
   * Ends the body, and by that the turn.
   *
   * @throws {ModelError} `INCOMPLETE` if no reason to finish stands at the end.
   * @throws {TruncatedToolArgumentsError} If streamed arguments of a call have not ended.
   */
  end(out: TurnEvent[] = []): TurnEvent[] {
    if (this.#done) return out;
    if (this.#blocked === "" && this.#reason === "") {
      throw this.#withUsage(
        new ModelError(
          "INCOMPLETE",
          "The body ended before the turn did: no finishReason stands at its end",
        ),
      );
    }
    const { truncated } = this.#calls;
    if (truncated) throw this.#withUsage(truncated);
    this.#done = true;
    out.push({ type: "finish", finish: this.#finish() });
    return out;
  }

  #withUsage<E>(error: E): E {
    return withUsage(error, this.#usage && geminiUsage(this.#usage));
  }

  #finish(): Finish {
    const usage = geminiUsage(this.#usage);
    if (this.#blocked === "") return finishFrom(GEMINI_FINISH_MAP, this.#reason, usage);
    return { reason: "filtered", raw: this.#blocked, usage, discarded: ZERO_USAGE };
  }

  #readChunk(chunk: JsonObject, out: TurnEvent[]): void {
    this.#usage = usageOfChunk(chunk) ?? this.#usage;
    if (isObject(chunk.promptFeedback)) {
      this.#blocked ||= stringOf(chunk.promptFeedback.blockReason);
    }
    for (const [position, candidate] of listIn(chunk.candidates, "candidates").entries()) {
      this.#readCandidate(objectIn(candidate, "candidates"), position, out);
    }
  }

  #readCandidate(candidate: JsonObject, position: number, out: TurnEvent[]): void {
    const index = typeof candidate.index === "number" ? candidate.index : position;
    if (index !== 0) {
      throw new ModelError(
        "STREAM_PROTOCOL",
        `One candidate was asked for, but candidate ${index} arrived`,
      );
    }
    const content = objectIn(candidate.content, "content");
    for (const part of entriesIn(content.parts, "parts")) {
      if (isBlank(part)) continue;
      this.#reason = "";
      this.#readPart(part, out);
    }
    this.#readReason(textIn(candidate.finishReason, "finishReason"));
  }

  #readReason(reason: string): void {
    if (reason === "" || reason === "FINISH_REASON_UNSPECIFIED") return;
    // A gateway's closing STOP does not take back that the turn was cut or withheld.
    if (this.#reason === "" || reason !== "STOP") this.#reason = reason;
  }

  /** Reads a part. Kinds that the vocabulary has no event for, such as images, are left out. */
  #readPart(part: JsonObject, out: TurnEvent[]): void {
    const signature = stringOf(part.thoughtSignature);
    const text = textIn(part.text, "text");
    const thought = part.thought === true ? text : "";
    if (text !== thought) out.push({ type: "text", text });
    // A signature on an answer or a call proves the thoughts that led to it.
    if (signature !== "") out.push({ type: "reasoning", text: thought, signature });
    else if (thought !== "") out.push({ type: "reasoning", text: thought });
    const said = objectIn(part.functionCall, "functionCall");
    if (said !== part.functionCall) return;
    const call = this.#calls.read(said);
    if (call) out.push(call);
  }
}

/** Tells whether a part says nothing: Gemini sends an empty text beside a finish reason. */
function isBlank(part: JsonObject): boolean {
  for (const key in part) {
    if (key !== "thought" && !(key === "text" && part.text === "")) return false;
  }
  return true;
}
