import type { JsonBody } from "../../../adapter/requests/http_request.ts";
import type { JsonObject } from "../../../wire/json.ts";
import type { WireId } from "../../../wire/wire.ts";
import type { Frame } from "../frame.ts";
import type { Shape, Shaped } from "../shape.ts";

/** A call to a server, before it is sent. */
export interface JsonCall {
  /** The method. */
  readonly method: string;
  /** Where to. */
  readonly url: URL;
  /** The headers. */
  readonly headers: Headers;
  /** The body. */
  readonly body: JsonBody;
}

/** One answer of a model, as a body that is not streamed has it. */
export interface Answer {
  /** The text. */
  readonly text: string;
  /** The calls of tools. */
  readonly calls: readonly AnswerCall[];
  /** The provider's word for the end. */
  readonly raw: string;
}

/** A call of a tool. */
export interface AnswerCall {
  /** Its id; empty if the wire or the server gives none. */
  readonly id: string;
  /** The tool. */
  readonly name: string;
  /** The arguments, as JSON. */
  readonly arguments: string;
}

/** How a wire counts tokens. */
export interface UsageForm {
  /** The counts that must be there, by their paths. */
  readonly counts: readonly string[];
  /** The path of the tokens read. */
  readonly input: string;
  /** The path of the tokens written. */
  readonly output: string;
  /** A count that is the sum of others. */
  readonly total?: { readonly path: string; readonly of: readonly string[] } | undefined;
  /** Counts that are a part of another. */
  readonly within?: readonly (readonly [part: string, whole: string])[] | undefined;
}

/** What a server that speaks a wire must do, as the provider does. */
export interface ServerWire {
  /** The wire. */
  readonly id: WireId;
  /** Makes a call for a stream one for a whole answer. */
  whole(call: JsonCall): JsonCall;
  /** The member of a request that has the conversation. */
  readonly conversation: string;
  /** Whether the body of a request names the model. */
  readonly namesModel: boolean;
  /** Why an empty conversation is no fault, where it is none. */
  readonly emptyIsFine?: string | undefined;
  /** Asks for several answers; nothing if the wire has no such thing. */
  readonly several?: ((body: JsonBody, count: number) => JsonBody) | undefined;
  /** Another member for the most tokens; from a request that has the usual one. */
  readonly otherLimit?: ((body: JsonBody) => JsonBody) | undefined;
  /** The content type of a stream. */
  readonly streamType: string;
  /** Whether events have names, which are the `type` of what they carry. */
  readonly isNamed: boolean;
  /** Whether calls of tools have ids. */
  readonly hasCallIds: boolean;
  /** How it counts. */
  readonly usage: UsageForm;
  /** The usage of a whole answer. */
  usageOf(body: JsonObject): unknown;
  /** The usage of a stream. */
  streamUsage(frames: readonly Frame[]): unknown;
  /** The answers in a body that is not streamed. */
  answers(body: JsonObject): readonly Answer[];
  /** What a body that is not streamed must have. */
  wholeShapes(body: JsonObject): readonly Shaped[];
  /** What a frame must have. */
  frameShapes(frame: Frame): readonly Shaped[];
  /** What the frames of a stream have in common, by names; of a frame that has none, nothing. */
  constants(frame: Frame): Readonly<Record<string, unknown>>;
  /** The id of a response; nothing if the wire has none. */
  readonly idPath?: { readonly whole: string; readonly frame: string } | undefined;
  /** Makes sure that the frames are in order. */
  expectOrder(frames: readonly Frame[]): void;
  /** What ends a stream, for messages. */
  readonly terminator: string;
  /** Whether a frame ends the stream. */
  isTerminator(frame: Frame): boolean;
  /** The places of the answers that a stream ends, where the wire has several. */
  endedChoices?(frames: readonly Frame[]): readonly unknown[];
  /** What an error must have, by its status. */
  errorShape(status: number): Shape;
}
