import { shown } from "../shown.ts";
import { checkIterable, checkStore } from "./check_arguments.ts";
import { TraceStoreError } from "./trace_store_error.ts";
import type { SealedEvent } from "./trace_event.ts";
import type { TraceStore } from "./trace_store.ts";

/**
 * Writes a thread as lines of JSON, an event each, for a file or another system.
 *
 * @example
 * ```ts
 * import { exportThread, importThread, MemoryTraceStore } from "@wholeturn/wholeturn/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const store = new MemoryTraceStore();
 * await store.append("thread", [{ type: "note", stream: "a", payload: "hi" }]);
 * await importThread(store, "copy", exportThread(store, "thread"));
 * assertEquals((await store.threads()).map(({ thread }) => thread), ["copy", "thread"]);
 * ```
 *
 * @param store The store.
 * @param thread The thread; an unknown one has no lines.
 * @returns The lines, each with its end.
 */
export async function* exportThread(store: TraceStore, thread: string): AsyncGenerator<string> {
  checkStore("store", store);
  for await (const { event } of store.read(thread)) yield `${JSON.stringify(event)}\n`;
}

/**
 * Loads what {@linkcode exportThread} wrote, in place of what the thread had. Text may be cut anywhere.
 *
 * @param store The store.
 * @param thread The thread.
 * @param text The lines.
 * @throws {TraceStoreError} `INVALID_LOG` for a line that is no sealed event, or a stream with a gap; nothing has
 * changed then.
 */
export async function importThread(
  store: TraceStore,
  thread: string,
  text: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  checkStore("store", store);
  checkIterable("the text", "texts", text);
  await store.load(thread, eventsOf(text));
}

async function* eventsOf(
  text: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<SealedEvent> {
  let index = 0;
  for await (const line of linesOf(text)) {
    if (line.trim() !== "") yield eventOf(line, index++);
  }
}

async function* linesOf(
  text: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<string> {
  let open: string[] = [];
  for await (const chunk of text) {
    if (typeof chunk !== "string") {
      throw new TypeError(
        `Cannot load as the text must be an iterable of texts: one of them is ${shown(chunk)}`,
      );
    }
    const [first = "", ...more] = chunk.split("\n");
    open.push(first);
    for (const next of more) {
      yield open.join("");
      open = [next];
    }
  }
  yield open.join("");
}

function eventOf(line: string, index: number): SealedEvent {
  try {
    return JSON.parse(line) as SealedEvent;
  } catch {
    throw new TraceStoreError(
      "INVALID_LOG",
      `Cannot load event ${index} of the log as its line is no JSON`,
      { index },
    );
  }
}
