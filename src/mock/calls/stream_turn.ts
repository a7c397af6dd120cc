import { httpFailure } from "../../adapter/http_failure.ts";
import type { Clock } from "../../clock.ts";
import { ModelError } from "../../errors.ts";
import type { Bytes } from "../../bytes.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { readTurn } from "../../wire/read_turn.ts";
import { WIRES } from "../../wire/wires.ts";
import type { ModelRequest } from "../request/model_request.ts";

/** Nobody has to wait for the beginning of a mock's error body. */
const NEVER: AbortSignal = new AbortController().signal;

/**
 * Asks a mock for a turn over its own chat completions stream, so that its faults and its pace apply.
 *
 * @param fetch The mock's `fetch`.
 * @param request The request.
 * @param clock Where the time comes from.
 * @param signal Ends the turn; the stream then fails with the signal's reason.
 * @throws {ModelError} As the reference adapter does for what is no whole turn.
 */
export async function* streamTurn(
  fetch: typeof globalThis.fetch,
  request: ModelRequest,
  clock: Clock,
  signal: AbortSignal | undefined,
): AsyncGenerator<TurnEvent, void> {
  const body = JSON.stringify({ ...request, stream: true });
  const init = { method: "POST", body, signal: signal ?? null };
  const response = await fetch("http://mock/v1/chat/completions", init);
  if (!response.ok) throw await httpFailure(response, { signal: signal ?? NEVER, clock });
  if (response.body === null) {
    throw new ModelError("INCOMPLETE", "The mock answered without a body");
  }
  const bytes = response.body as ReadableStream<Bytes>;
  yield* readTurn(bytes, WIRES["openai-chat"], { signal });
}
