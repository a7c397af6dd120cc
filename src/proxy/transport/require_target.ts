import { TransportError } from "./transport_error.ts";

/**
 * Refuses an address that cannot be sent to. A user name and password in it would be sent by one transport and
 * dropped by another; keys have headers of their own.
 *
 * @param url The address.
 * @throws {TransportError} If it is neither of http nor of https, or names a user.
 */
export function requireTarget(url: URL): void {
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new TransportError(
      "connect",
      `Cannot send to an address of '${url.protocol}': it has to begin with 'http:' or 'https:'`,
    );
  }
  if (url.username === "" && url.password === "") return;
  throw new TransportError(
    "connect",
    `Cannot send to '${url.host}' as its address names a user: put keys into headers`,
  );
}
