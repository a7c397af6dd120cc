import { isObject, type JsonObject } from "../../wire/json.ts";

/** Parses the data of an event; `undefined` for what is no JSON object, of which a proxy has no opinion. */
export function parseData(data: string | undefined): JsonObject | undefined {
  if (data === undefined || data === "") return undefined;
  try {
    const value: unknown = JSON.parse(data);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
