/**
 * Lets other tasks run: waits for timers and for what arrives, a number of times. Unlike a wait for
 * a time it gives a busy machine as many turns as an idle one.
 */
export async function runTasks(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
}
