import { type Bytes, concatBytes, toBytes } from "../../../src/bytes.ts";
import type { ThinkPlan } from "../../../src/proxy/config/plan.ts";
import { EventSplitter } from "../../../src/proxy/stream/event_splitter.ts";
import { parseData } from "../../../src/proxy/stream/parse_data.ts";
import { ThinkStream } from "../../../src/proxy/think/think_stream.ts";
import type { JsonObject } from "../../../src/wire/json.ts";
import { thinkPlan } from "./think_plan.ts";

/** Passes a body through a {@linkcode ThinkStream}, and ends it. */
export function runThinkStream(
  body: string | readonly Bytes[],
  plan: Partial<ThinkPlan> = {},
  onUnanswered?: () => void,
): string {
  const splitter = new EventSplitter(1_000_000);
  const stream = new ThinkStream(thinkPlan(plan), onUnanswered);
  const out: Bytes[] = [];
  for (const chunk of typeof body === "string" ? [toBytes(body)] : body) {
    for (const event of splitter.push(chunk)) {
      const bytes = stream.rewrite(event);
      if (bytes !== null) out.push(bytes);
    }
  }
  const held = stream.end();
  if (held !== null) out.push(held);
  return new TextDecoder().decode(concatBytes(out));
}

/** The chunks in a body. */
export function chunksIn(body: string): JsonObject[] {
  const events = new EventSplitter(1_000_000).push(toBytes(body));
  return events.map(({ data }) => parseData(data)).filter((chunk) => chunk !== undefined);
}

/** An event with a chunk of one choice. */
export function chunkEvent(delta: unknown, more: JsonObject = {}, index = 0): string {
  return `data: ${JSON.stringify({ id: "c1", choices: [{ index, delta, ...more }] })}\n\n`;
}
