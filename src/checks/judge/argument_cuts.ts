import type { Bytes } from "../../bytes.ts";
import type { ToolCallEvent } from "../../turn/turn.ts";
import { BodyDecoder } from "../../wire/body_decoder.ts";
import type { Wire } from "../../wire/wire.ts";

/** How many bytes lie between two cuts: every byte is cut by the rule of truncation. */
const STEP = 7;

/**
 * The places in a body where the arguments of its only tool call are not whole: from the event that
 * opens the call to the last byte of the event that completes it.
 *
 * @param wire The wire of the body.
 * @param chunks The body, one event a chunk.
 */
export function argumentCuts(wire: Wire, chunks: readonly Bytes[]): number[] {
  const decoder = new BodyDecoder(wire);
  const cuts: number[] = [];
  let start = 0;
  let text = "";
  for (const chunk of chunks) {
    const pieces = decoder.push(chunk).filter((event): event is ToolCallEvent =>
      event.type === "tool_call"
    );
    text += pieces.map((piece) => piece.arguments).join("");
    const end = start + chunk.length;
    if (pieces.length > 0) {
      for (let cut = start + STEP; cut < end; cut += STEP) cuts.push(cut);
      if (!isJson(text)) cuts.push(end);
    }
    start = end;
  }
  return cuts;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
