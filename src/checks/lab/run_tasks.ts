/** How many turns a request that is on its way gets to arrive. */
const ARRIVAL_TURNS = 20;

/**
 * Lets other tasks run: waits for timers and for what arrives, a number of times. Unlike a wait for
 * a time it gives a busy machine as many turns as an idle one.
 */
export async function runTasks(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
}

/** Lets a request that is on its way arrive. */
export function letArrive(): Promise<void> {
  return runTasks(ARRIVAL_TURNS);
}
