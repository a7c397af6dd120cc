import type { ProxyEvent } from "./proxy_event.ts";
import type { Happening } from "./proxy_state.ts";

/** How many are kept. */
const MAX_HAPPENINGS = 40;

/** What happened last, as far as a person wants to know. */
export class Happenings {
  readonly #all: Happening[] = [];

  /** All of them, the newest first. */
  all(): readonly Happening[] {
    return this.#all.toReversed();
  }

  /** Takes what happened. Sentences of providers are left out: a page is no place for what strangers write. */
  add(event: ProxyEvent, nowMs: number): void {
    const happening = happeningOf(event);
    if (happening === undefined) return;
    this.#all.push({ at_ms: nowMs, ...happening });
    if (this.#all.length > MAX_HAPPENINGS) this.#all.shift();
  }
}

function happeningOf(event: ProxyEvent): Omit<Happening, "at_ms"> | undefined {
  if (event.event === "attempt_end" && event.outcome === "failed") {
    const { upstream: subject, kind = "protocol", status } = event;
    return { type: "failed", subject, detail: status === undefined ? kind : `${kind} (${status})` };
  }
  if (event.event === "end" && event.outcome === "failed" && event.status < 300) {
    return { type: "broken", subject: event.upstream ?? "", detail: event.kind ?? "" };
  }
  if (event.event === "rest") {
    const { scope: subject, level, restMs } = event;
    if (level === 0) return { type: "back", subject, detail: "" };
    return { type: "rests", subject, detail: `${Math.ceil(restMs / 1000)} s` };
  }
  return event.event === "reset" ? { type: "reset", subject: event.scope, detail: "" } : undefined;
}
