import fc from "fast-check";
import type { Chunking, ResultBlock } from "../../mock.ts";
import type { TurnEvent } from "../../src/turn/turn.ts";

/** Every way to cut texts into frames. */
export const chunkings: fc.Arbitrary<Chunking> = fc.record({
  by: fc.constantFrom("token" as const, "word" as const, "character" as const),
  size: fc.integer({ min: 1, max: 5 }),
});

/** The texts of the blocks of some types, joined. */
export function joined(
  blocks: readonly ResultBlock[],
  ...types: readonly ResultBlock["type"][]
): string {
  return blocks.map((one) => types.includes(one.type) && "text" in one ? one.text : "").join("");
}

/** The pieces of text or of reasoning in the events of a turn, joined. */
export function textOf(events: readonly TurnEvent[], type: "text" | "reasoning"): string {
  return events.map((event) => event.type === type ? event.text : "").join("");
}

/** The calls in the events of a turn: the name and the arguments of each. */
export function callsOf(events: readonly TurnEvent[]): readonly (readonly [string, string])[] {
  const calls: [string, string][] = [];
  for (const event of events) {
    if (event.type !== "tool_call") continue;
    const call = calls[event.index] ??= ["", ""];
    call[0] += event.name ?? "";
    call[1] += event.arguments;
  }
  return calls;
}
