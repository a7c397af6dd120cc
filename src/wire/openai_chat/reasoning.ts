import type { ReasoningEvent, TurnEvent } from "../../turn/turn.ts";
import { arrayOf, isObject, stringOf } from "../json.ts";
import type { JsonObject } from "../json.ts";

/**
 * Reads the reasoning of a turn. DeepSeek and llama.cpp name it `reasoning_content`; OpenRouter,
 * Groq and Ollama `reasoning`. OpenRouter repeats it in `reasoning_details`, where besides stand the
 * signatures and the encrypted blocks; some of its models give the text only there.
 */
export class ReasoningReader {
  #isPlain = false;

  /**
   * Reads the reasoning of one delta.
   *
   * @param delta The delta.
   * @param out Where to append the events.
   */
  read(delta: JsonObject, out: TurnEvent[]): void {
    const text = stringOf(delta.reasoning_content) || stringOf(delta.reasoning);
    if (text !== "") {
      this.#isPlain = true;
      out.push({ type: "reasoning", text });
    }
    if (!delta.reasoning_details) return;
    for (const detail of arrayOf(delta.reasoning_details)) {
      const event = isObject(detail) ? this.#readDetail(detail) : undefined;
      if (event) out.push(event);
    }
  }

  #readDetail(detail: JsonObject): ReasoningEvent | undefined {
    if (detail.type === "reasoning.encrypted") {
      const redacted = stringOf(detail.data);
      return redacted === "" ? undefined : { type: "reasoning", text: "", redacted };
    }
    // Text that the plain field has given already is not given twice.
    const text = this.#isPlain ? "" : stringOf(detail.text) || stringOf(detail.summary);
    const signature = stringOf(detail.signature);
    if (signature !== "") return { type: "reasoning", text, signature };
    return text === "" ? undefined : { type: "reasoning", text };
  }
}
