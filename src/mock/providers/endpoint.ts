import type { JsonObject } from "../../wire/json.ts";
import type { Frame } from "../delivery/frame.ts";
import type { HttpCall } from "../http/http_call.ts";
import type { Provider } from "./provider.ts";
import type { ReadContext } from "./read_context.ts";
import type { Surface } from "./surface.ts";

/** What is to be made a vector of. */
export interface EmbeddingAsk {
  /** The text. */
  readonly input: string;
  /** The model's name. */
  readonly model: string;
  /** How many numbers a vector has that no rule gives. */
  readonly dimensions: number;
  /** How many numbers the vector of a rule must have, where the request asks for so many. @default {0} */
  readonly least?: number | undefined;
}

/** What an endpoint that answers with no turn may use of the mock. */
export interface DataTools extends ReadContext {
  /** The id of the request, in the provider's form. */
  readonly requestId: string;
  /** The time now, in milliseconds since 1970. */
  readonly nowMs: number;
  /** The names of the models that rules name; what lists of models show. */
  readonly models: readonly string[];
  /**
   * Gives the vectors of texts: a rule's, or one that the text and the seed alone decide.
   *
   * @throws {ProviderProblem} If a rule's vector is too short.
   */
  vectors(asks: readonly EmbeddingAsk[]): Promise<readonly (readonly number[])[]>;
}

/** A request to an endpoint that answers with no turn. */
export interface DataCall {
  /** The request. */
  readonly http: HttpCall;
  /** The parts of the path that the endpoint's expression names. */
  readonly params: Readonly<Record<string, string>>;
  /** The body, parsed; an empty object if there was none. */
  readonly body: JsonObject;
  /** What of the mock may be used. */
  readonly tools: DataTools;
}

/** What such an endpoint answers. */
export interface DataReply {
  /** The HTTP status. @default {200} */
  readonly status?: number | undefined;
  /** The body, of JSON. */
  readonly body?: unknown;
  /** What stands in place of a body: the events of a stream. @default {none} */
  readonly events?: readonly Frame[] | undefined;
}

/** An endpoint of a provider. */
export type Endpoint =
  & {
    /** Whose it is. */
    readonly provider: Provider;
    /** The method. */
    readonly method: "GET" | "POST" | "DELETE";
    /** What its path ends with; named groups are its parameters. */
    readonly path: RegExp;
    /** Whether it is for this request, where another provider has the same path. */
    readonly when?: ((call: Pick<HttpCall, "headers" | "query">) => boolean) | undefined;
  }
  & (
    | {
      /** It answers with a model's turn. */
      readonly surface: Surface;
    }
    | {
      /** Answers; @throws {ProviderProblem} If the provider would refuse. */
      readonly answer: (call: DataCall) => DataReply | Promise<DataReply>;
    }
  );
