import type { Finish } from "../../src/turn/finish.ts";
import type { FinishEvent, ReasoningEvent, TextEvent, ToolCallEvent } from "../../src/turn/turn.ts";
import type { Usage } from "../../src/turn/usage.ts";
import { ZERO_USAGE } from "../../src/turn/usage.ts";

/** A piece of text. */
export function text(piece: string): TextEvent {
  return { type: "text", text: piece };
}

/** A piece of reasoning. */
export function thought(piece: string, more: Partial<ReasoningEvent> = {}): ReasoningEvent {
  return { type: "reasoning", text: piece, ...more };
}

/** A piece of a tool call. */
export function call(
  index: number,
  args: string,
  more: { readonly id?: string; readonly name?: string } = {},
): ToolCallEvent {
  return { type: "tool_call", index, ...more, arguments: args };
}

/** The end of a turn. */
export function finish(reason = "stop", more: Partial<Finish> = {}): FinishEvent {
  return {
    type: "finish",
    finish: { reason, raw: reason, usage: ZERO_USAGE, discarded: ZERO_USAGE, ...more },
  };
}

/** Counts of tokens, in the order input, output, cache read, cache write. */
export function usage(input: number, output = 0, cacheRead = 0, cacheWrite = 0): Usage {
  return { input, output, cacheRead, cacheWrite };
}
