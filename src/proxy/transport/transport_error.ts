/** Why there is no answer, or no end of one. */
export type TransportErrorCode = "connect" | "connect_timeout" | "network" | "protocol";

/** A request got no answer, or only a part of one, because of the way to the upstream. */
export class TransportError extends Error {
  /** The class, by name. */
  override readonly name = "TransportError";
  /** `connect` if nothing was sent yet, `network` if the connection broke later, `protocol` if it is no HTTP. */
  readonly code: TransportErrorCode;

  /**
   * Makes an error.
   *
   * @param code What went wrong.
   * @param message One sentence for a person.
   * @param options The error that caused this one.
   */
  constructor(code: TransportErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
