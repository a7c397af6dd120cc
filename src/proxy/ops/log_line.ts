import { printable } from "../../printable.ts";
import type { ProxyEvent } from "./proxy_event.ts";

/** How what happens is written: one JSON object a line for machines, or a sentence a line for people. */
export type LogStyle = "json" | "text";

/**
 * Writes what happened on one line, with its end.
 *
 * @param event What happened.
 * @param style How to write it.
 * @param nowMs When it happened.
 * @returns The line; `undefined` for what people are not told, as what follows it tells all of it.
 */
export function logLine(event: ProxyEvent, style: LogStyle, nowMs: number): string | undefined {
  const time = new Date(nowMs).toISOString();
  // JSON escapes less than a terminal obeys, and is the same with more escapes.
  if (style === "json") return printable(JSON.stringify({ time, ...event })) + "\n";
  const told = sentenceOf(event);
  return told && textLine(told, nowMs);
}

/**
 * Writes a sentence for people on one line, with the time and the end.
 *
 * @param told The sentence.
 * @param nowMs The time.
 */
export function textLine(told: string, nowMs: number): string {
  const time = new Date(nowMs).toISOString().slice(11, 23);
  return `${time} ${printable(told).replaceAll("\n", "\\n")}\n`;
}

function sentenceOf(event: ProxyEvent): string | undefined {
  switch (event.event) {
    case "request":
    case "attempt":
      return undefined;
    case "refused":
      return `refused ${event.path}: ${event.status} ${event.code} [${shortId(event.id)}]`;
    case "skip":
      return skipSentence(event);
    case "attempt_end":
      return attemptSentence(event);
    case "rest":
      if (event.level === 0) return `${event.scope} is open again`;
      return `${event.scope} rests ${aboutSeconds(event.restMs)} (level ${event.level})`;
    case "reset":
      return `${event.scope} was reset`;
    case "end":
      return endSentence(event);
    case "draining":
      return `stopping: ${
        event.inFlight === 1 ? "1 request runs" : `${event.inFlight} requests run`
      }`;
    case "stopped":
      return "stopped";
    case "warning":
    case "error":
      return `${event.event}: ${event.message}`;
    default:
      return event satisfies never;
  }
}

/** A rest that is over keeps the others away until the one request that tries the upstream tells something. */
function skipSentence(
  { upstream, restMs, id }: Extract<ProxyEvent, { readonly event: "skip" }>,
): string {
  const why = restMs > 0 ? `rests ${aboutSeconds(restMs)}` : "is being tried by another request";
  return `${upstream} ${why} — skipping [${shortId(id)}]`;
}

function attemptSentence(
  event: Extract<ProxyEvent, { readonly event: "attempt_end" }>,
): string | undefined {
  const { outcome, upstream, kind, status, message, ms, id } = event;
  if (outcome !== "failed") return undefined;
  const why = [kind, status, message && `"${message}"`].filter((part) => part !== undefined);
  return `${upstream} failed after ${ms} ms: ${why.join(" ")} [${shortId(id)}]`;
}

function endSentence(event: Extract<ProxyEvent, { readonly event: "end" }>): string {
  const { path, model, upstream = "nobody", status, outcome, code, attempts, ms, id } = event;
  const how = outcome === "whole" ? "" : ` ${outcome}${code === undefined ? "" : ` (${code})`}`;
  const tried = attempts === 1 ? "" : `, ${attempts} attempts`;
  return `${path} ${model} → ${upstream} ${status}${how}, ${ms} ms${tried} [${shortId(id)}]`;
}

/** Rounded up, as one who comes back sooner comes too early. */
function aboutSeconds(ms: number): string {
  return `~${Math.ceil(ms / 1000)}s`;
}

/** Enough to find the lines of one request. */
function shortId(id: string): string {
  return id.slice(0, 8);
}
