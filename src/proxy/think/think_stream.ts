import { type Bytes, concatBytes, toBytes } from "../../bytes.ts";
import { arrayOf, type JsonObject } from "../../wire/json.ts";
import type { ThinkPlan } from "../config/plan.ts";
import { JsonDocument } from "../edit/json_document.ts";
import { hasContent } from "../stream/has_content.ts";
import { parseData } from "../stream/parse_data.ts";
import type { StreamEvent } from "../stream/stream_event.ts";
import { ChoiceSplitters } from "./choice_splitters.ts";
import { editedDocument } from "./edited_document.ts";
import { withEdits } from "./json_edit.ts";
import { saysNothing } from "./says_nothing.ts";
import { textEdits } from "./text_edits.ts";
import { transformThinkChunk } from "./transform_think_chunk.ts";
import { lineEndOf, withData } from "./with_data.ts";

/** The members that a chunk made here has from the one before it. */
const SHARED_NAMES = ["id", "object", "created", "model", "system_fingerprint"] as const;

/**
 * Parts the texts of a stream of `/v1/chat/completions` from the thoughts in them, event by event. An event in which
 * nothing changes stays byte for byte, and so does the rest of one in which something does.
 *
 * The end of a text that may begin a tag is held back. It comes with the finish of its choice; without one, before
 * `[DONE]`, before an error, or with {@linkcode ThinkStream.end}.
 */
export class ThinkStream {
  readonly #plan: ThinkPlan;
  readonly #splitters: ChoiceSplitters;
  /** The last chunk with a choice, and how its lines end. */
  #chunk: JsonObject = {};
  #lineEnd: Bytes = toBytes("\n");

  /**
   * Begins a stream.
   *
   * @param plan The tags, and what to do to them.
   * @param onUnanswered Called for each choice that finishes within its first thought, so that the client gets no text.
   */
  constructor(plan: ThinkPlan, onUnanswered?: () => void) {
    this.#plan = plan;
    this.#splitters = new ChoiceSplitters(plan, onUnanswered);
  }

  /**
   * Takes the next event.
   *
   * @param event The event.
   * @returns What to send instead: the very same bytes if nothing changes; `null` to send nothing, as all it said is
   * held back or thrown away.
   */
  rewrite(event: StreamEvent): Bytes | null {
    const { bytes, data, name } = event;
    if (data === undefined || this.#plan.mode === "off") return bytes;
    const chunk = parseData(data);
    if (chunk === undefined) {
      return data.trim() === "[DONE]" || name === "error" ? this.#heldAnd(bytes) : bytes;
    }
    const changed = transformThinkChunk(chunk, this.#splitters);
    if (arrayOf(chunk.choices).length > 0) {
      this.#chunk = chunk;
      this.#lineEnd = lineEndOf(bytes);
    }
    const failed = name === "error" || hasContent(chunk.error);
    if (changed === null) return failed ? this.#heldAnd(bytes) : bytes;
    if (saysNothing(changed.value)) return null;
    const edited = editedDocument(JsonDocument.parse(toBytes(data)), changed.edits);
    const rewritten = withData(bytes, edited.bytes);
    return failed ? this.#heldAnd(rewritten) : rewritten;
  }

  /**
   * Ends the stream, or gives it up.
   *
   * @returns What is still held back, as an event; `null` if nothing is.
   */
  end(): Bytes | null {
    const choices: unknown[] = [];
    for (const [index, split] of this.#splitters.end()) {
      const edits = textEdits({}, split, this.#plan, undefined);
      // What was held back may have turned out to be a part of a thought that is thrown away.
      if (edits.length > 0) {
        choices.push({ index, delta: withEdits({}, edits), finish_reason: null });
      }
    }
    if (choices.length === 0) return null;
    const shared = SHARED_NAMES.filter((name) => name in this.#chunk)
      .map((name) => [name, this.#chunk[name]]);
    const chunk = { ...Object.fromEntries(shared), choices };
    const lineEnd = this.#lineEnd;
    return concatBytes([toBytes(`data: ${JSON.stringify(chunk)}`), lineEnd, lineEnd]);
  }

  #heldAnd(bytes: Bytes): Bytes {
    const held = this.end();
    return held === null ? bytes : concatBytes([held, bytes]);
  }
}
