import type { TraceStore } from "../store/trace_store.ts";

/**
 * A store that is told of each request to a model before it is sent. The checks hand such stores out, so that they can
 * show where two requests differ and not only that their hashes do.
 */
export interface ObservedStore extends TraceStore {
  /**
   * Takes note of a request.
   *
   * @param hash Its hash, as it will be recorded.
   * @param request The request, as a value of JSON.
   */
  noteRequest(hash: string, request: unknown): void;
}

/**
 * Tells a store of a request, if it wants to know. A runtime of your own may call it too: then failures of
 * `checkResumeEquivalence()` name the first message that differs.
 *
 * @example In a loop of your own, before the model is asked
 * ```ts
 * import { hashJson, MemoryTraceStore, noteRequest } from "@wholeturn/wholeturn/testing";
 * import type { TraceStore } from "@wholeturn/wholeturn/testing";
 *
 * async function ask(store: TraceStore, messages: string[]): Promise<void> {
 *   const hash = await hashJson({ messages });
 *   noteRequest(store, hash, { messages });
 *   await store.append("thread", [{ type: "asked", stream: "model", payload: { hash } }]);
 * }
 * await ask(new MemoryTraceStore(), ["Hi"]);
 * ```
 *
 * @param store Where the agent's thread is.
 * @param hash The hash of the request, as it will be recorded.
 * @param request The request, as a value of JSON.
 */
export function noteRequest(store: TraceStore, hash: string, request: unknown): void {
  const { noteRequest: note } = Object(store) as Partial<ObservedStore>;
  if (typeof note === "function") note.call(store, hash, request);
}
