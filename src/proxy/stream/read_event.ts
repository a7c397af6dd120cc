import type { Bytes } from "../../bytes.ts";
import type { StreamEvent } from "./stream_event.ts";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const LINE_END = /\r\n|\r|\n/;
const SIMPLE_START = "data: ";

/**
 * Reads what one event says.
 *
 * @param bytes The event, its empty line included.
 * @param isFirst Whether it is the first of its stream, before which a byte order mark may stand.
 */
export function readEvent(bytes: Bytes, isFirst = false): StreamEvent {
  const decoded = decoder.decode(bytes);
  const text = isFirst && decoded.startsWith("\ufeff") ? decoded.slice(1) : decoded;
  const simple = simpleData(text);
  if (simple !== undefined) return { bytes, name: "", data: simple };
  let name = "";
  const data: string[] = [];
  for (const line of text.split(LINE_END)) {
    const [field, value] = fieldOf(line);
    if (field === "data") data.push(value);
    else if (field === "event") name = value;
  }
  return { bytes, name, data: data.length === 0 ? undefined : data.join("\n") };
}

/** Most events are one line of data. */
function simpleData(text: string): string | undefined {
  if (!text.startsWith(SIMPLE_START) || !text.endsWith("\n\n")) return undefined;
  const data = text.slice(SIMPLE_START.length, -2);
  return data.includes("\n") || data.includes("\r") ? undefined : data;
}

function fieldOf(line: string): readonly [field: string, value: string] {
  const colon = line.indexOf(":");
  if (colon < 0) return [line, ""];
  const value = line.slice(colon + 1);
  return [line.slice(0, colon), value.startsWith(" ") ? value.slice(1) : value];
}
