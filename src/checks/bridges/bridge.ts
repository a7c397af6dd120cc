import { REQUESTS } from "../../adapter/requests/requests.ts";
import type { JsonBody } from "../../adapter/requests/http_request.ts";
import type { TurnRequest } from "../../turn/request.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { requireKnownOptions } from "../../known_options.ts";
import { isObject } from "../../wire/json.ts";
import type { JsonObject } from "../../wire/json.ts";
import type { WireId } from "../../wire/wire.ts";

/**
 * What every bridge can be told. A bridge shows what an SDK gives as the events of a turn. It adds
 * nothing and mends nothing: what the SDK throws is thrown, and where the SDK ends without a reason
 * for it, so do the events. A failure that an SDK reports by a documented event of its own, and not
 * by throwing, is thrown by the bridge.
 */
export interface BridgeOptions {
  /** The model to ask for. @default {"model"} */
  readonly model?: string | undefined;
}

/** Turns what an SDK gives, value by value, into the events of one turn. */
export interface Showing {
  /** Shows one value. */
  push(value: unknown): readonly TurnEvent[];
  /** Shows the end of the SDK's stream: the finish, if the SDK has given one. */
  end(): readonly TurnEvent[];
}

/** Shows a stream of an SDK to its end. Leaving the events leaves the SDK's stream, and no more. */
export async function* showStream(stream: unknown, showing: Showing): AsyncGenerator<TurnEvent> {
  for await (const value of stream as AsyncIterable<unknown>) yield* showing.push(value);
  yield* showing.end();
}

/**
 * Shows the text that an SDK has put together where it is not the text it gave in pieces. Both are
 * shown then, so that neither can hide the other.
 *
 * @param streamed The pieces.
 * @param assembled What the SDK made of them.
 */
export function showAssembled(streamed: string, assembled: string): readonly TurnEvent[] {
  if (streamed === assembled) return [];
  return [{ type: "text", text: assembled === "" ? NO_TEXT : assembled }];
}

/** Stands for a text that the SDK has lost, since an empty one would not show. */
const NO_TEXT = "[no text]";

/** The body of a request, as the provider takes it and its SDK passes it on. */
export function bodyFor(wire: WireId, request: TurnRequest, options: BridgeOptions): JsonBody {
  return REQUESTS[wire](request, { model: modelFor(request, options) }).body;
}

/** The model to ask for. */
export function modelFor(request: TurnRequest, options: BridgeOptions): string {
  return options.model ?? request.model ?? "model";
}

/** A message of text, in the shape that most SDKs take. */
export interface TextMessage {
  /** Who speaks. */
  readonly role: "system" | "user";
  /** The text. */
  readonly content: string;
}

/** The messages of the operator and the user: what the checks ask has no others. */
export function textMessages(request: TurnRequest): readonly TextMessage[] {
  return request.messages.flatMap((message) =>
    message.role === "user" || message.role === "system"
      ? [{ role: message.role, content: message.content }]
      : []
  );
}

/** The tools in the shape of OpenAI, which most SDKs take; `undefined` if there are none. */
export function functionTools(request: TurnRequest): readonly object[] | undefined {
  if (!request.tools?.length) return undefined;
  return request.tools.map(({ name, description, parameters }) => ({
    type: "function",
    function: { name, description, parameters },
  }));
}

/** Gives what an SDK handed over as an object, empty if it is none. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/**
 * Makes sure that a bridge which can be told no more than every bridge is told no more.
 *
 * @throws {TypeError} If there is another option.
 */
export function requireBridgeOptions(options: BridgeOptions): void {
  requireKnownOptions("bridge the client", options, { model: true });
}

/** Finds out that something is not the client it was given as. */
export function requireFunction(value: unknown, bridge: string, path: string): void {
  if (typeof value === "function") return;
  throw new TypeError(
    `Cannot bridge the client as ${bridge} needs a function '${path}': current value is ${typeof value}`,
  );
}
