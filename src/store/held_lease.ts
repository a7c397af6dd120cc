import { timeText } from "./time_text.ts";
import type { Lease } from "./trace_store.ts";

/** Tells whether a lease that is kept lasts still. */
export function isLive({ expiresAt }: Lease, nowMs: number): boolean {
  return Date.parse(expiresAt) > nowMs;
}

/** When a lease that is taken now ends. */
export function endOf(nowMs: number, ttlMs: number): string {
  return timeText(nowMs + ttlMs);
}
