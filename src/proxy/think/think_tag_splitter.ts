import type { ThinkPlan } from "../config/plan.ts";
import { ThinkTags } from "./think_tags.ts";

/** A text, and the thoughts that stood in it. */
export interface SplitText {
  /** The text without thoughts and tags. */
  readonly content: string;
  /** The thoughts; `""` where they are thrown away. */
  readonly reasoning: string;
}

/** The thought that an answer begins in: nobody saw by which tag it was opened, so each closing one ends it. */
const UNNAMED = "";
const VISIBLE_REGEXP = /\S/;

/**
 * Parts a text that comes in pieces from the thoughts between tags in it.
 *
 * However the text is cut, what comes out is the same when joined: the end of a piece that may begin a tag is held
 * back. A thought ends by the closing tag of its own name. A closing tag outside of thoughts, and an opening one within
 * a thought, are text like any other. A thought that is not closed goes on to the end.
 */
export class ThinkTagSplitter {
  readonly #plan: ThinkPlan;
  readonly #openers: ThinkTags;
  readonly #closers = new Map<string, ThinkTags>();
  /** The name of the tag that opened the thought it is in; `undefined` outside. */
  #inside: string | undefined;
  #held = "";
  #hasText = false;
  #hasThought = false;
  #isTrimming = false;
  #content = "";
  #reasoning = "";

  /** @param plan The tags, and what to do to them. */
  constructor(plan: ThinkPlan) {
    this.#plan = plan;
    this.#inside = plan.startsInside ? UNNAMED : undefined;
    this.#openers = this.#tags(plan.tags, plan.startsInside ? "both" : "opening");
  }

  /** Whether the text so far ends in a thought. */
  get isInside(): boolean {
    return this.#inside !== undefined;
  }

  /** Whether there was more than white space outside of thoughts. */
  get hasText(): boolean {
    return this.#hasText;
  }

  /** Whether something is held back. */
  get isHolding(): boolean {
    return this.#held !== "";
  }

  /**
   * Takes the next piece.
   *
   * @param text The piece.
   * @returns What is certain by now.
   */
  push(text: string): SplitText {
    if (this.#plan.mode === "off" || this.#plan.tags.length === 0) {
      return { content: text, reasoning: "" };
    }
    const whole = this.#held + text;
    this.#held = "";
    let at = 0;
    while (at < whole.length) at = this.#step(whole, at);
    return this.#taken();
  }

  /**
   * Gives what was held back, as the text it turned out to be. The splitter may be used on: it is still in the thought
   * it was in.
   */
  end(): SplitText {
    this.#take(this.#held);
    this.#held = "";
    return this.#taken();
  }

  /** Takes what comes up to the next tag, and the tag; or all there is. */
  #step(whole: string, at: number): number {
    const tags = this.#awaited();
    if (tags === undefined) return this.#takeUpTo(whole, at, whole.length);
    const tag = tags.find(whole, at);
    if (tag === undefined) {
      const rest = whole.slice(at);
      const end = rest.length - tags.holdable(rest);
      this.#take(rest.slice(0, end));
      this.#held = rest.slice(end);
      return whole.length;
    }
    const before = whole.slice(at, tag.start);
    const counts = this.isInside
      ? tag.closes || this.#isFirstThought(before)
      : !tag.closes && this.#mayOpen(before);
    if (!counts) return this.#takeUpTo(whole, at, tag.end);
    this.#take(before);
    this.#isTrimming = tag.closes && this.#plan.trimAfter;
    this.#inside = tag.closes ? undefined : tag.name;
    return tag.end;
  }

  /** The tags that change something here; `undefined` if none does any more. */
  #awaited(): ThinkTags | undefined {
    const inside = this.#inside;
    if (inside === undefined) {
      return this.#plan.onlyAtStart && this.#hasText ? undefined : this.#openers;
    }
    if (this.#isFirstThought("")) return this.#openers;
    let closers = this.#closers.get(inside);
    if (closers === undefined) {
      closers = this.#tags(inside === UNNAMED ? this.#plan.tags : [inside], "closing");
      this.#closers.set(inside, closers);
    }
    return closers;
  }

  /** Tells whether a model may still open the very thought it is in already, as if its prompt had not. */
  #isFirstThought(before: string): boolean {
    return this.#inside === UNNAMED && !this.#hasThought && !VISIBLE_REGEXP.test(before);
  }

  #mayOpen(before: string): boolean {
    return !this.#plan.onlyAtStart || !(this.#hasText || VISIBLE_REGEXP.test(before));
  }

  #takeUpTo(whole: string, at: number, end: number): number {
    this.#take(whole.slice(at, end));
    return end;
  }

  #take(text: string): void {
    if (this.isInside) {
      this.#hasThought ||= VISIBLE_REGEXP.test(text);
      if (this.#plan.mode === "split") this.#reasoning += text;
      return;
    }
    const kept = this.#isTrimming ? text.trimStart() : text;
    if (kept === "") return;
    this.#isTrimming = false;
    this.#hasText ||= VISIBLE_REGEXP.test(kept);
    this.#content += kept;
  }

  #taken(): SplitText {
    const taken = { content: this.#content, reasoning: this.#reasoning };
    this.#content = "";
    this.#reasoning = "";
    return taken;
  }

  #tags(names: readonly string[], kinds: "opening" | "closing" | "both"): ThinkTags {
    return new ThinkTags(names, kinds, this.#plan.loose === true);
  }
}
