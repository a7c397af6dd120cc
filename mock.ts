/**
 * What a provider sends, without the provider. Today: a whole turn as a streamed response on any of
 * the known wires, to hand to an SDK through its `fetch` option.
 *
 * @example
 * ```ts
 * import { turnResponse } from "@wholeturn/wholeturn/mock";
 * import { assertStringIncludes } from "@std/assert";
 *
 * const response = turnResponse("openai-chat", [{ type: "text", text: "Hello" }]);
 * assertStringIncludes(await response.text(), '"content":"Hello"');
 * ```
 *
 * @module
 */
export { turnResponse } from "./src/mock/turn_response.ts";
export type { EncodeOptions, WireId } from "./src/wire/wire.ts";
export type {
  FinishEvent,
  ReasoningEvent,
  TextEvent,
  ToolCallEvent,
  TurnEvent,
} from "./src/turn/turn.ts";
export { type Finish } from "./src/turn/finish.ts";
export { type Usage } from "./src/turn/usage.ts";
