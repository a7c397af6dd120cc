import type { SseEvent } from "../../src/sse/sse_event.ts";

type Path = readonly (string | number)[];
type Holder = { [key: string | number]: unknown };

/** The payload of a frame; `undefined` if it is no JSON. */
export function payloadOf(frame: SseEvent): unknown {
  try {
    return JSON.parse(frame.data);
  } catch {
    return undefined;
  }
}

/** What stands at a place of a frame's payload; `undefined` if nothing does. */
export function at(frame: SseEvent, ...path: Path): unknown {
  return valueAt(payloadOf(frame), ...path);
}

/** What stands at a place of a value; `undefined` if nothing does. */
export function valueAt(value: unknown, ...path: Path): unknown {
  return path.reduce(
    (holder, key) => isHolder(holder) ? holder[key] : undefined,
    value,
  );
}

/** What stands at a place if it is a text, and otherwise an empty one. */
export function textAt(value: unknown, ...path: Path): string {
  const found = valueAt(value, ...path);
  return typeof found === "string" ? found : "";
}

/** What stands at a place if it is a list, and otherwise an empty one. */
export function listAt(value: unknown, ...path: Path): readonly unknown[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** The frame with another value at a place of its payload; `undefined` takes the member away. */
export function put(frame: SseEvent, path: Path, value: unknown): SseEvent {
  const root = payloadOf(frame);
  const holder = valueAt(root, ...path.slice(0, -1));
  if (!isHolder(holder)) return frame;
  holder[path.at(-1)!] = value;
  return { ...frame, data: JSON.stringify(root) };
}

function isHolder(value: unknown): value is Holder {
  return typeof value === "object" && value !== null;
}
