/** What went wrong in the call of a provider. */
export type ModelErrorCode =
  | "STATUS"
  | "RATE_LIMITED"
  | "QUOTA"
  | "INCOMPLETE"
  | "STREAM_PROTOCOL"
  | "PROVIDER"
  | "TOO_LARGE"
  | "NETWORK"
  | "LENGTH"
  | "FILTERED";

/**
 * The base of every error of this package. Its `code` decides what happened and survives duplicate
 * copies of the package; `instanceof` is a convenience, and messages are never parsed.
 */
export class WholeturnError extends Error {
  /** The class, by name. */
  override readonly name: string = "WholeturnError";
  /** A stable word for the kind of failure. */
  readonly code: string;
  /** Marks errors of this package, whichever copy of it threw them. */
  readonly origin = "wholeturn";

  /**
   * Makes an error.
   *
   * @param code A stable word for the kind of failure.
   * @param message One sentence for a person.
   * @param options The error that caused this one.
   */
  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * The caller's misuse, found before anything is sent: to send the same again cannot help. To be told
 * by `isWholeturnError(error, "CONFIG")`, which knows it from whichever copy of the package it comes.
 *
 * What is wrong with the arguments of a function itself, and not with a request, is a `TypeError` or
 * a `RangeError`, thrown at once.
 *
 * @example
 * ```ts
 * import { assemble, fetchModel, isWholeturnError } from "@wholeturn/wholeturn";
 * import { assert, assertRejects } from "@std/assert";
 *
 * const model = fetchModel({ wire: "openai-chat", baseUrl: "https://api.openai.com/v1", model: "m" });
 * const error = await assertRejects(() => assemble(model.stream({ messages: [] })));
 * assert(isWholeturnError(error, "CONFIG"));
 * ```
 */
export class ConfigError extends WholeturnError {
  /** The class, by name. */
  override readonly name = "ConfigError";

  /**
   * Makes an error.
   *
   * @param message What is wrong and what was expected.
   * @param options The error that caused this one.
   */
  constructor(message: string, options?: ErrorOptions) {
    super("CONFIG", message, options);
  }
}

/** What is known about a failed call besides its message. */
export interface ModelErrorInfo {
  /** The HTTP status, where the provider answered with one that is a failure. */
  readonly status?: number | undefined;
  /** How long the provider asks to wait, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** The provider's id of the request. */
  readonly requestId?: string | undefined;
  /** The tokens the provider reported before the failure; they were billed. */
  readonly usage?:
    | Readonly<Record<"input" | "output" | "cacheRead" | "cacheWrite", number>>
    | undefined;
  /** The error that caused this one. */
  readonly cause?: unknown;
}

/**
 * The provider's call failed: its status, its stream, or what it says of itself. Which, its `code`
 * says; `isWholeturnError(error, "RATE_LIMITED")` asks for one.
 *
 * @example
 * ```ts
 * import { assemble, fetchModel, ModelError } from "@wholeturn/wholeturn";
 * import { assertEquals, assertRejects } from "@std/assert";
 *
 * const model = fetchModel({
 *   wire: "openai-chat",
 *   baseUrl: "https://api.openai.com/v1",
 *   model: "m",
 *   // In place of the network; leave `fetch` out to use the real one.
 *   fetch: () => Promise.resolve(new Response("", { status: 429, headers: { "retry-after": "2" } })),
 * });
 * const error = await assertRejects(
 *   () => assemble(model.stream({ messages: [{ role: "user", content: "Hi" }] })),
 *   ModelError,
 * );
 * assertEquals([error.code, error.retryAfterMs], ["RATE_LIMITED", 2000]);
 * ```
 */
export class ModelError extends WholeturnError {
  /** The class, by name. */
  override readonly name = "ModelError";
  /** What went wrong. */
  declare readonly code: ModelErrorCode;
  /** The HTTP status, where the provider answered with one that is a failure. */
  readonly status: number | undefined;
  /** How long the provider asks to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** The provider's id of the request. */
  readonly requestId: string | undefined;
  /** The tokens the provider reported before the failure; they were billed. */
  readonly usage: ModelErrorInfo["usage"];

  /**
   * Makes an error.
   *
   * @param code What went wrong.
   * @param message One sentence for a person.
   * @param info What else is known.
   */
  constructor(code: ModelErrorCode, message: string, info: ModelErrorInfo = {}) {
    super(code, message, causeOf(info));
    this.status = info?.status;
    this.retryAfterMs = info?.retryAfterMs;
    this.requestId = info?.requestId;
    this.usage = info?.usage;
  }
}

/**
 * A turn ended, but the arguments of a tool call in it are not complete JSON. Never a `ModelError`:
 * whoever retries those would pay again for an answer that was cut by its own length limit.
 *
 * @example
 * ```ts
 * import { assemble, TruncatedToolArgumentsError, ZERO_USAGE } from "@wholeturn/wholeturn";
 * import { assertRejects } from "@std/assert";
 *
 * const finish = {
 *   reason: "length",
 *   raw: "max_tokens",
 *   usage: ZERO_USAGE,
 *   discarded: ZERO_USAGE,
 * };
 * const turn = assemble([
 *   { type: "tool_call", index: 0, id: "call_1", name: "get_weather", arguments: '{"city":"Os' },
 *   { type: "finish", finish },
 * ]);
 * await assertRejects(() => turn, TruncatedToolArgumentsError);
 * ```
 */
export class TruncatedToolArgumentsError extends WholeturnError {
  /** The class, by name. */
  override readonly name = "TruncatedToolArgumentsError";
  /** The tokens the provider reported; they were billed. */
  readonly usage: ModelErrorInfo["usage"];

  /**
   * Makes an error.
   *
   * @param message Which call, and how many bytes of arguments it has.
   * @param info The reported usage, and the error of the JSON parser.
   */
  constructor(message: string, info: Pick<ModelErrorInfo, "usage" | "cause"> = {}) {
    super("TRUNCATED_TOOL_ARGUMENTS", message, causeOf(info));
    this.usage = info?.usage;
  }
}

/** The cause if there is one, be it `undefined`. To make an error must not fail, whatever is given. */
function causeOf(info: Pick<ModelErrorInfo, "cause">): ErrorOptions | undefined {
  return "cause" in Object(info) ? { cause: info.cause } : undefined;
}
