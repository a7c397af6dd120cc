import { systemClock } from "../../../../src/clock.ts";
import type { LocalState } from "../../../../src/proxy/state/shared_state.ts";

/** The side of a proxy that shares nothing of its own, and takes nothing over. */
export const SILENT_PROXY: LocalState = {
  clock: systemClock,
  rests: () => [],
  rest: () => undefined,
  absorb: () => {},
  end: () => {},
  sessions: () => [],
  bind: () => {},
  warn: () => {},
};
