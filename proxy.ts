/**
 * What a gateway needs to pass turns on without a lie. Today: a stage that breaks a streamed
 * response off which ends before its turn does, or fails within it.
 *
 * @example
 * ```ts
 * import { guardTurn } from "@wholeturn/wholeturn/proxy";
 * import { assertEquals } from "@std/assert";
 *
 * const whole = 'data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
 * const guarded = new Response(whole).body!.pipeThrough(guardTurn("openai-chat"));
 * assertEquals(await new Response(guarded).text(), whole);
 * ```
 *
 * @module
 */
export { guardTurn } from "./src/proxy/guard_turn.ts";
export { type Bytes } from "./src/bytes.ts";
export type { DecodeOptions, WireId } from "./src/wire/wire.ts";
