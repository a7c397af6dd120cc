import { ConfigError } from "../errors.ts";

/**
 * Refuses a request before it is sent.
 *
 * @param what What cannot be sent, and why.
 */
export function refuse(what: string): never {
  throw new ConfigError(`Cannot send ${what}`);
}

/** Shows a value of any kind in an error message. */
export function show(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  // Not every object has a text.
  return typeof value === "object" && value !== null ? "an object" : String(value);
}
