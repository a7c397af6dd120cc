import type { JsonObject } from "../../wire/json.ts";
import type { SurfaceId } from "../providers/surface_id.ts";
import type { AnswerChoice } from "../result/answer_choice.ts";
import type { ModelRequest } from "./model_request.ts";

/** What carries the frames of a streamed body. */
export type BodyFraming = "sse" | "ndjson" | "json-array";

/** The form the answer's text must have. */
export type TextForm =
  | { readonly type: "text" }
  | { readonly type: "json" }
  | {
    readonly type: "enum";
    /** The texts of which it is one. */
    readonly texts: readonly unknown[];
  }
  | {
    readonly type: "schema";
    readonly schema: JsonObject;
    /** Whether the provider promises that the text satisfies the schema. @default {false} */
    readonly strict?: boolean | undefined;
  };

/** What a client asks for, read from any provider's request. */
export interface Ask {
  /** The endpoint it came by. */
  readonly surface: SurfaceId | "embeddings";
  /** The request in the neutral form. */
  readonly request: ModelRequest;
  /** The request's body as the client sent it, parsed. */
  readonly body: JsonObject;
  /** Whether the answer is to be streamed, and in what. */
  readonly framing: BodyFraming | undefined;
  /** Whether the answer is made in the background, and only that it is on its way is told. @default {false} */
  readonly inBackground?: boolean | undefined;
  /** How many answers are wanted. */
  readonly count: number;
  /** The most tokens an answer may have. */
  readonly maxTokens: number | undefined;
  /** Texts at which an answer stops. */
  readonly stop: readonly string[];
  /** The form of the answer's text. */
  readonly form: TextForm;
  /** Whether the client asks for what the provider has on trial, so that the answer has its members. @default {false} */
  readonly isTrial?: boolean | undefined;
  /**
   * Gives of an answer what this provider lets a model say, beyond what holds for all of them.
   *
   * @param choice The answer.
   * @throws {ProviderProblem} If the provider would never send it.
   */
  readonly fit?: ((choice: AnswerChoice) => AnswerChoice) | undefined;
}
