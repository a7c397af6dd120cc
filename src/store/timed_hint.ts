import type { Hint } from "./entry_iterator.ts";

/**
 * Makes a hint that comes after some time at the latest: for what tells others of changes but may miss one.
 *
 * @param hint The hint.
 * @param ms The time, in milliseconds.
 */
export function timedHint({ woken, disarm }: Hint, ms: number): Hint {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeUp = new Promise<void>((resolve) => timer = setTimeout(resolve, ms));
  return {
    woken: Promise.race([woken, timeUp]),
    disarm: () => {
      clearTimeout(timer);
      disarm();
    },
  };
}
