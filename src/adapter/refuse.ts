import { ConfigError } from "../errors.ts";

/**
 * Refuses a request before it is sent.
 *
 * @param what What cannot be sent, and why.
 */
export function refuse(what: string): never {
  throw new ConfigError(`Cannot send ${what}`);
}
