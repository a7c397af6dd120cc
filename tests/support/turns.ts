import fc from "fast-check";
import type { FinishMap, NeutralReason } from "../../src/turn/finish.ts";
import type { TurnEvent } from "../../src/turn/turn.ts";
import type { Usage } from "../../src/turn/usage.ts";
import { ZERO_USAGE } from "../../src/turn/usage.ts";

/** What the turns of `turnEvents()` may hold. */
export interface TurnShape {
  /** The wire's words; a finish then gets one of them as `raw`, where one means its reason. */
  readonly finishMap?: FinishMap;
  /** Whether there may be text. @default {true} */
  readonly text?: boolean;
  /** Which reasoning there may be. @default {"plain"} */
  readonly reasoning?: "none" | "plain" | "signed" | "signed-and-redacted";
  /** How many tool calls there may be. @default {3} */
  readonly maxCalls?: number;
  /** Whether the pieces of several calls may stand between one another. @default {false} */
  readonly interleaved?: boolean;
  /** Whether the arguments of a call come in pieces, or whole. @default {true} */
  readonly pieces?: boolean;
  /** Which usage there may be; a wire that has no counts for the cache says so. @default {"all"} */
  readonly usage?: "all" | "input-and-output" | "no-cache-write" | "none";
  /** Reasons other than a whole turn's. @default {[]} */
  readonly alsoReasons?: readonly NeutralReason[];
}

/** Text of every kind: ASCII, marks of the framing, several bytes a character, pairs of surrogates. */
export function texts(minLength = 1): fc.Arbitrary<string> {
  const hostile = fc.constantFrom(
    "\n",
    "\r",
    "\n\n",
    "data: ",
    "[DONE]",
    '"',
    "\\",
    "北",
    "🎈",
    "é",
  );
  return fc.oneof(
    fc.string({ minLength, maxLength: 12 }),
    fc.string({ minLength, maxLength: 6, unit: "binary" }),
    fc.array(hostile, { minLength, maxLength: 4 }).map((pieces) => pieces.join("")),
  );
}

/** Cuts a text into pieces at code points; their join is the text again. */
export function pieces(text: string, maxPieces = 5): fc.Arbitrary<string[]> {
  const points = [...text];
  return fc.array(fc.nat(points.length), { maxLength: maxPieces - 1 }).map((cuts) => {
    const bounds = [0, ...cuts.sort((a, b) => a - b), points.length];
    return bounds.slice(1).map((bound, at) => points.slice(bounds[at], bound).join(""));
  });
}

/** The tokens of a turn. */
export function usages(kind: TurnShape["usage"] = "all"): fc.Arbitrary<Usage> {
  const count = fc.oneof(fc.constant(0), fc.nat(2_000_000));
  const none = fc.constant(0);
  const cached = kind === "all" || kind === "no-cache-write";
  if (kind === "none") return fc.constant(ZERO_USAGE);
  return fc.record({
    input: count,
    output: count,
    cacheRead: cached ? count : none,
    cacheWrite: kind === "all" ? count : none,
  }, { noNullPrototype: true });
}

/** Arguments of a tool call: the JSON text of an object, as `JSON.stringify` writes it. */
export function argumentTexts(): fc.Arbitrary<string> {
  const scalar = fc.oneof(
    texts(0),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.nat(9), { maxLength: 2 }),
  );
  const key = fc.constantFrom("city", "q", "ключ", "a b", "n");
  return fc.dictionary(key, scalar, { maxKeys: 3, noNullPrototype: true }).map((value) =>
    JSON.stringify(value)
  );
}

/** The events of one whole turn, its finish included. */
export function turnEvents(shape: TurnShape = {}): fc.Arbitrary<TurnEvent[]> {
  const { text = true, reasoning = "plain", maxCalls = 3 } = shape;
  const none = fc.constant<TurnEvent[]>([]);
  const thoughts = reasoning === "none" ? none : reasoningEvents(reasoning);
  const words = text
    ? fc.array(texts().map((piece): TurnEvent => ({ type: "text", text: piece })), { maxLength: 4 })
    : none;
  return fc.tuple(thoughts, words, callEvents(shape, maxCalls)).chain(([first, then, calls]) =>
    finishEvents(shape, calls.length > 0).map((finish) => [...first, ...then, ...calls, finish])
  );
}

function reasoningEvents(kind: NonNullable<TurnShape["reasoning"]>): fc.Arbitrary<TurnEvent[]> {
  const plain = fc.array(texts(), { minLength: 1, maxLength: 3 }).map((parts): TurnEvent[] =>
    parts.map((part) => ({ type: "reasoning", text: part }))
  );
  const signature = fc.string({ minLength: 1, maxLength: 8, unit: "grapheme-ascii" });
  const signed = fc.tuple(plain, signature).map(([block, proof]): TurnEvent[] => [
    ...block,
    { type: "reasoning", text: "", signature: proof },
  ]);
  const redacted = signature.map((data): TurnEvent[] => [
    { type: "reasoning", text: "", redacted: data },
  ]);
  if (kind === "plain") return fc.oneof(fc.constant<TurnEvent[]>([]), plain);
  const block = kind === "signed" ? signed : fc.oneof(signed, redacted);
  return fc.array(block, { maxLength: 3 }).map((blocks) => blocks.flat());
}

function callEvents(shape: TurnShape, maxCalls: number): fc.Arbitrary<TurnEvent[]> {
  const name = fc.stringMatching(/^[a-zA-Z0-9_-]{1,12}$/);
  const call = fc.tuple(name, argumentTexts()).chain(([toolName, json]) =>
    (shape.pieces === false ? fc.constant([json]) : pieces(json)).map((parts) => ({
      toolName,
      parts,
    }))
  );
  return fc.tuple(fc.array(call, { maxLength: maxCalls }), fc.infiniteStream(fc.nat())).map(
    ([calls, random]) => {
      const queues = calls.map(({ toolName, parts }, index) =>
        parts.map((part, at): TurnEvent => ({
          type: "tool_call",
          index,
          ...(at === 0 ? { id: `call_${index}_x`, name: toolName } : {}),
          arguments: part,
        }))
      );
      if (!shape.interleaved) return queues.flat();
      // The first pieces keep their order, as calls are numbered by first appearance.
      const merged = queues.flatMap((queue) => queue.splice(0, 1));
      for (let left = queues.filter((queue) => queue.length > 0); left.length > 0;) {
        merged.push(left[random.next().value % left.length]!.shift()!);
        left = left.filter((queue) => queue.length > 0);
      }
      return merged;
    },
  );
}

function finishEvents(shape: TurnShape, hasCalls: boolean): fc.Arbitrary<TurnEvent> {
  const { finishMap = {}, alsoReasons = [] } = shape;
  const whole: NeutralReason = hasCalls ? "tool_use" : "stop";
  return fc.constantFrom(whole, ...alsoReasons).chain((reason) => {
    const words = Object.keys(finishMap).filter((word) => finishMap[word] === reason);
    return fc.tuple(fc.constantFrom(...(words.length > 0 ? words : [""])), usages(shape.usage))
      .map(([raw, usage]): TurnEvent => ({
        type: "finish",
        finish: { reason, raw, usage, discarded: ZERO_USAGE },
      }));
  });
}
