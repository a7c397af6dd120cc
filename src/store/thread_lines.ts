import { shown } from "../shown.ts";
import { checkIterable, checkStore } from "./check_arguments.ts";
import { TraceStoreError } from "./trace_store_error.ts";
import type { SealedEvent } from "./trace_event.ts";
import type { TraceStore } from "./trace_store.ts";
import { wholeLog } from "./whole_log.ts";

/**
 * Writes a thread as lines of JSON, for a file or another system: an event each, and at the end how many they are, as
 * `{"events":2}`. So a file that was cut, be it between two lines, can be told from a whole one.
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
 * @param thread The thread.
 * @returns The lines, each with its end.
 * @throws {RangeError} If there is no such thread.
 * @throws {TraceStoreError} `THREAD_GONE` if it is deleted or replaced before all is written.
 */
export async function* exportThread(store: TraceStore, thread: string): AsyncGenerator<string> {
  checkStore("store", store);
  let events = 0;
  for await (const event of wholeLog(store, thread, "export")) {
    events++;
    yield lineOf(event);
  }
  yield lineOf({ events } satisfies EndLine);
}

/**
 * Loads what {@linkcode exportThread} wrote, in place of what the thread had. Text may be cut anywhere.
 *
 * @param store The store.
 * @param thread The thread.
 * @param text The lines.
 * @throws {TraceStoreError} `INVALID_LOG` for a line that is no sealed event, a stream with a gap, or a text that was
 * cut; nothing has changed then.
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

/** The last line: how many events stand before it. */
interface EndLine {
  readonly events: number;
}

async function* eventsOf(
  text: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<SealedEvent> {
  let index = 0;
  let due: number | undefined;
  for await (const line of linesOf(text)) {
    if (line.trim() === "") continue;
    if (due !== undefined) throw invalid(index, "it stands behind the end of the log");
    const value = valueOf(line, index);
    due = endOf(value)?.events;
    if (due !== undefined) continue;
    index++;
    // Whether it is one, the store finds out.
    yield value as SealedEvent;
  }
  if (due !== index) throw cut(index, due);
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

function lineOf(value: SealedEvent | EndLine): string {
  return `${JSON.stringify(value)}\n`;
}

function valueOf(line: string, index: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw invalid(index, "its line is no JSON");
  }
}

function endOf(value: unknown): EndLine | undefined {
  if (typeof value !== "object" || value === null || "type" in value) return undefined;
  const { events } = value as Partial<EndLine>;
  return Number.isSafeInteger(events) ? value as EndLine : undefined;
}

function invalid(index: number, why: string): TraceStoreError {
  return new TraceStoreError("INVALID_LOG", `Cannot load event ${index} of the log as ${why}`, {
    index,
  });
}

function cut(index: number, due: number | undefined): TraceStoreError {
  const end = due === undefined ? "there is none" : `it says ${due}`;
  return new TraceStoreError(
    "INVALID_LOG",
    `Cannot load the log as it was cut: it has ${index} events, and its last line must say so: ${end}`,
    { index },
  );
}
