/**
 * Thrown by a handler, or by the body of its response, to leave a client without an answer or without the rest
 * of one: a server breaks the connection off, and a `fetch` in the same process fails with it, as it fails when
 * a connection breaks: a `TypeError` whose cause has the code `ECONNRESET`.
 */
export class ConnectionBreak extends TypeError {
  /** The class that a `fetch` fails with, by name. */
  override readonly name = "TypeError";

  /** @param message What broke. */
  constructor(message: string) {
    const cause = Object.assign(new Error("The connection was reset"), { code: "ECONNRESET" });
    super(message, { cause });
  }
}
