import type { Bytes } from "../bytes.ts";
import type { Decoder } from "../decoder.ts";
import type { SseEvent } from "../sse/sse_event.ts";
import type { FinishMap } from "../turn/finish.ts";
import type { TurnEvent } from "../turn/turn.ts";
import type { Usage } from "../turn/usage.ts";

/** The wire formats this package knows. */
export type WireId =
  | "openai-chat"
  | "openai-responses"
  | "anthropic-messages"
  | "gemini"
  | "ollama"
  | "cohere";

/** What the frames of a wire are carried in. */
export type Framing = "sse" | "ndjson";

/** Reads the frames of one turn. */
export interface TurnDecoder extends Decoder<SseEvent, TurnEvent> {
  /**
   * True once the wire's end-of-turn marker has been read. Whatever follows is no part of the turn:
   * a reader stops here and cancels the body, even if the connection stays open.
   */
  readonly done: boolean;
}

/** How to read a turn where servers that speak the same wire differ. */
export interface DecodeOptions {
  /**
   * Whether a turn may end without the wire's last marker, provided that it has given its finish
   * reason. Only for servers known never to send the marker: it lets a cut between the two pass.
   *
   * @default {"required"}
   */
  readonly terminator?: "required" | "optional" | undefined;
}

/** What a provider would say of itself and of the response. */
export interface EncodeOptions {
  /** The id of the response. @default {"turn-1"} */
  readonly id?: string | undefined;
  /** When the response began, in seconds since 1970. @default {0} */
  readonly createdSeconds?: number | undefined;
  /** The model's name. @default {"model"} */
  readonly model?: string | undefined;
  /**
   * The tokens of the turn, for a wire that tells some of them first (Anthropic's `message_start`).
   * The finish's are told last in any case.
   *
   * @default {ZERO_USAGE}
   */
  readonly usage?: Usage | undefined;
}

/** One provider format: how turns cross the network in it. */
export interface Wire {
  /** The format's name. */
  readonly id: WireId;
  /** What carries its frames. */
  readonly framing: Framing;
  /** The `content-type` of a stream. */
  readonly contentType: string;
  /**
   * What ends a turn: a marker, after which nothing is read, or the end of the body, since earlier
   * frames may name a reason and the turn still go on.
   */
  readonly endsAt: "marker" | "end-of-body";
  /** The provider's words for the end of a turn. */
  readonly finishMap: FinishMap;
  /** The tool names the provider accepts. */
  readonly toolName: RegExp;
  /** Makes a reader of the frames, where the framing alone does not show all that goes wrong. */
  readonly frames?: (() => Decoder<Bytes, SseEvent>) | undefined;
  /** Makes a reader of one turn. */
  decoder(options?: DecodeOptions): TurnDecoder;
  /** Makes a writer of one turn: what the provider itself would send for these events. */
  encoder(options?: EncodeOptions): Decoder<TurnEvent, SseEvent>;
}
