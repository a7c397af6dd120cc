/** A body of a request that the proxy cannot work with: the client is answered with a 400. */
export class RequestBodyError extends Error {
  /** Its name. */
  override readonly name = "RequestBodyError";
  /** The member that is at fault, as errors of OpenAI's shape name it; `null` for the body as a whole. */
  readonly param: string | null;
  /** What is wrong, as a word. */
  readonly code:
    | "invalid_json"
    | "missing_required_parameter"
    | "invalid_type"
    | "duplicate_parameter";

  /**
   * Says what is wrong with a body.
   *
   * @param code What is wrong, as a word.
   * @param message What is wrong, for people; it is sent to the client.
   * @param options The member at fault, and what it came from.
   */
  constructor(
    code: RequestBodyError["code"],
    message: string,
    options: { readonly param?: string | undefined; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.param = options.param ?? null;
  }
}
