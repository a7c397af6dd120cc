/** What an SDK did besides what it was asked for. */
export interface Stray {
  /** The rejections that nobody could have handled, one line each. */
  readonly rejections: readonly string[];
  /** How often it wrote to the console. */
  readonly lines: number;
}

/** How many turns of the event loop late rejections get. */
const TURNS = 20;

/**
 * Runs what belongs to an SDK: with a console that writes nothing, and a handler for the rejections
 * it leaves to nobody, which would end the process. Both are counted.
 *
 * @param run What to run. Two at a time would be blamed for one another.
 */
export async function isolated<T>(
  run: () => Promise<T>,
): Promise<{ readonly result: T; readonly stray: Stray }> {
  const rejections: string[] = [];
  let lines = 0;
  function onRejection(event: PromiseRejectionEvent): void {
    event.preventDefault();
    rejections.push(String(event.reason).split("\n", 1)[0]!);
  }
  const restore = replaceConsole(() => lines++);
  addEventListener("unhandledrejection", onRejection);
  try {
    const result = await run();
    for (let turn = 0; turn < TURNS; turn++) await new Promise((wake) => setTimeout(wake, 0));
    return { result, stray: { rejections, lines } };
  } finally {
    removeEventListener("unhandledrejection", onRejection);
    restore();
  }
}

const METHODS = ["debug", "error", "info", "log", "trace", "warn"] as const;

function replaceConsole(write: () => void): () => void {
  const originals = METHODS.map((method) => [method, console[method]] as const);
  for (const method of METHODS) console[method] = write;
  return () => {
    for (const [method, original] of originals) console[method] = original;
  };
}
