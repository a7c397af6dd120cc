import type { ToolSpec } from "../../turn/request.ts";
import type { WireId } from "../../wire/wire.ts";

/** What part of a server's behaviour a case is about. */
export type HttpArea =
  | "content"
  | "framing"
  | "order"
  | "fields"
  | "ids"
  | "usage"
  | "answer"
  | "tools"
  | "limits"
  | "errors"
  | "life";

/** What a server may not have, or cannot be asked for. */
export type HttpCapability =
  | "whole"
  | "usage"
  | "ids"
  | "tools"
  | "parallelTools"
  | "n"
  | "stop"
  | "maxTokens"
  | "sameAnswer"
  | "inFlight";

/** What the cases ask; the server under test must know what to answer. */
export interface HttpPrompts {
  /** Answered by a text of three words or more. */
  readonly text: string;
  /** Answered by a text of 2,000 characters or more. */
  readonly long: string;
  /** Answered by a text with characters of two, three and four bytes. */
  readonly unicode: string;
  /** Answered by one call of the tool on offer. */
  readonly tool: string;
  /** Answered by two or more calls of the tool on offer. */
  readonly tools: string;
}

/** Which server to check, and what it must be told. */
export interface HttpConformanceOptions {
  /** Where the API is, as the provider's own SDK has it: with `/v1` for OpenAI, without for the others. */
  readonly baseUrl: string | URL;
  /** The provider's wire that the server speaks. */
  readonly wire: WireId;
  /** The model to ask for. @default {"test-model"} */
  readonly model?: string | undefined;
  /** The key, sent in the header the provider wants. */
  readonly apiKey?: string | undefined;
  /** More headers of every request. */
  readonly headers?: Headers | Readonly<Record<string, string>> | undefined;
  /** What sends the requests. @default {globalThis.fetch} */
  readonly fetch?: typeof fetch | undefined;
  /** What to ask, in place of some of {@linkcode HTTP_PROMPTS}. */
  readonly prompts?: Partial<HttpPrompts> | undefined;
  /** The tool that is on offer where a call is asked for. By default `weather`, of a `city`. */
  readonly tool?: ToolSpec | undefined;
  /** How many requests the server is answering now; without it one case is skipped. */
  readonly inFlight?: (() => number | Promise<number>) | undefined;
  /** What the server does not have, and why; cases that need it are reported as skipped. */
  readonly without?: { readonly [Name in HttpCapability]?: string | undefined } | undefined;
  /** The cases the server is known to fail, by name, and why. One that passes is reported. */
  readonly except?: Readonly<Record<string, string>> | undefined;
  /** How long a case may take, in milliseconds. @default {20000} */
  readonly timeoutMs?: number | undefined;
}

/**
 * What the cases ask unless told otherwise. Give a server that is made of rules one for each.
 *
 * @example Rules for MockGPT
 * ```ts
 * import { HTTP_PROMPTS } from "@wholeturn/wholeturn/testing";
 * import { MockGPT } from "@wholeturn/wholeturn/mock";
 * import { assertEquals } from "@std/assert";
 *
 * const mock = new MockGPT({ rules: [{ prompt: HTTP_PROMPTS.text, result: "All is well here." }] });
 * const messages = [{ role: "user", content: HTTP_PROMPTS.text }];
 * assertEquals((await mock.generate({ model: "m", messages })).content, "All is well here.");
 * ```
 */
export const HTTP_PROMPTS: HttpPrompts = Object.freeze({
  text: "Conformance: say a short sentence.",
  long: "Conformance: write a long text.",
  unicode: "Conformance: greet the wörld, 世界, 🌍.",
  tool: "Conformance: look up one city.",
  tools: "Conformance: look up two cities.",
});

/** How long a case may take unless told otherwise, in milliseconds. */
export const DEFAULT_TIMEOUT_MS = 20_000;

/** The tool on offer unless told otherwise. */
export const DEFAULT_TOOL: ToolSpec = Object.freeze({
  name: "weather",
  description: "Tells the weather of a city.",
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
});
