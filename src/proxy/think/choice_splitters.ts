import type { ThinkPlan } from "../config/plan.ts";
import { type SplitText, ThinkTagSplitter } from "./think_tag_splitter.ts";

/** The finishes of an answer that need no text. */
const CALL_REASONS: ReadonlySet<string> = new Set(["tool_calls", "function_call"]);

/** The splitters of a stream: one for each choice. */
export class ChoiceSplitters {
  /** The tags, and what to do to them. */
  readonly plan: ThinkPlan;
  readonly #splitters = new Map<number, ThinkTagSplitter>();
  readonly #onUnanswered: (() => void) | undefined;

  /**
   * Begins a stream.
   *
   * @param plan The tags, and what to do to them.
   * @param onUnanswered Called for each choice that finishes within its first thought, so that it has no text.
   */
  constructor(plan: ThinkPlan, onUnanswered?: () => void) {
    this.plan = plan;
    this.#onUnanswered = onUnanswered;
  }

  /** Whether any of them holds something back. */
  get areHolding(): boolean {
    for (const splitter of this.#splitters.values()) if (splitter.isHolding) return true;
    return false;
  }

  /**
   * Gives the splitter of a choice.
   *
   * @param index Which; without a number it is the first.
   */
  of(index: unknown): ThinkTagSplitter {
    const number = typeof index === "number" ? index : 0;
    let splitter = this.#splitters.get(number);
    if (splitter === undefined) {
      splitter = new ThinkTagSplitter(this.plan);
      this.#splitters.set(number, splitter);
    }
    return splitter;
  }

  /**
   * Takes note that a choice has finished.
   *
   * @param splitter Its splitter.
   * @param reason Why.
   */
  finish(splitter: ThinkTagSplitter, reason: string): void {
    if (splitter.isInside && !splitter.hasText && !CALL_REASONS.has(reason)) this.#onUnanswered?.();
  }

  /** Gives what is held back, by choice, and holds it no more. */
  end(): ReadonlyMap<number, SplitText> {
    const held = [...this.#splitters].filter(([, splitter]) => splitter.isHolding);
    return new Map(held.map(([index, splitter]) => [index, splitter.end()]));
  }
}
