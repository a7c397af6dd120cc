import type { Bytes } from "../../bytes.ts";
import type { JsonObject } from "../../wire/json.ts";
import type { EventSigns } from "./event_signs.ts";
import type { StreamEvent } from "./stream_event.ts";

/** A path of the API that answers turns, and how its streams and whole answers are read. */
export interface Dialect {
  /** Its name. */
  readonly name: "chat" | "completions" | "responses" | "messages" | "embeddings";
  /** Reads one stream from its beginning, of so many choices; `undefined` where there are no streams. */
  readonly newReader: ((choices: number) => SignReader) | undefined;
  /** What stands for the end of a stream that ends cleanly after its finish, but without it; `undefined` if nothing may. */
  readonly endMarker: Bytes | undefined;
  /** Reads what a whole answer says. */
  answerSigns(answer: JsonObject): EventSigns;
  /** The last event of a stream that failed. */
  errorEvent(error: StreamProblem): Bytes;
}

/** Reads the events of one stream. */
export interface SignReader {
  /** Tells what an event says. */
  read(event: StreamEvent): EventSigns;
}

/** What a client is told of a stream that broke off. */
export interface StreamProblem {
  /** A stable word for the kind of failure. */
  readonly code: string;
  /** One sentence. */
  readonly message: string;
}
