import type { OpenAiDialectName } from "../../wire/openai_chat/dialects.ts";
import type { TurnRequest } from "../../turn/request.ts";

/** A JSON object to be sent. */
export type JsonBody = { readonly [key: string]: unknown };

/** What an adapter sends for one turn: everything but the base URL. */
export interface HttpRequest {
  /** The path below the base URL, with its query. */
  readonly path: string;
  /** The headers, besides `content-type` and `accept`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body. */
  readonly body: JsonBody;
}

/** What a request is built from besides the turn that is asked for. */
export interface RequestContext {
  /** The model's name. */
  readonly model: string;
  /** The key to authenticate with. */
  readonly apiKey?: string | undefined;
  /** Whose dialect of the OpenAI chat wire. */
  readonly dialect?: OpenAiDialectName | undefined;
}

/** Builds the request of one provider. Pure; expects a request that has been checked. */
export type BuildRequest = (request: TurnRequest, context: RequestContext) => HttpRequest;

/** Leaves out the members that are `undefined`. */
export function compact(members: { readonly [key: string]: unknown }): JsonBody {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** The header most providers take a key in; none without a key. */
export function bearer(apiKey: string | undefined): Readonly<Record<string, string>> {
  return apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
}
