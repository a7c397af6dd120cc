import type { ToolCall, Turn } from "../turn/turn.ts";

/** Where two readings of one turn may differ. */
export interface SameTurnOptions {
  /** Whether the usage must be the same. @default {true} */
  readonly usage?: boolean | undefined;
}

/** Tells whether two turns say the same: text, tool calls, reason and usage. */
export function sameTurn(left: Turn, right: Turn, options: SameTurnOptions = {}): boolean {
  return left.text === right.text &&
    left.finish.reason === right.finish.reason &&
    JSON.stringify(left.toolCalls.map(callOf)) === JSON.stringify(right.toolCalls.map(callOf)) &&
    (options.usage === false || sameUsage(left, right));
}

/** The arguments as a value: adapters may give back the text in another spelling. */
function callOf({ name, arguments: text }: ToolCall): unknown {
  return [name, canonical(JSON.parse(text))];
}

function sameUsage(left: Turn, right: Turn): boolean {
  const [a, b] = [left.finish.usage, right.finish.usage];
  return a.input === b.input && a.output === b.output && a.cacheRead === b.cacheRead &&
    a.cacheWrite === b.cacheWrite;
}

/** The same value with its keys in one order. */
export function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1);
  return Object.fromEntries(entries.map(([key, item]) => [key, canonical(item)]));
}
