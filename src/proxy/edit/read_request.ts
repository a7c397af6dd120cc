import type { Bytes } from "../../bytes.ts";
import { isLikeName } from "./is_like_name.ts";
import { JsonDocument, type JsonMember } from "./json_document.ts";
import { JsonSyntaxError } from "./json_syntax_error.ts";
import { RequestBodyError } from "./request_body_error.ts";

/** What the proxy must know of a request. */
export interface RequestFacts {
  /** The body, read once for all attempts. */
  readonly document: JsonDocument;
  /** The model that is asked for. */
  readonly model: string;
  /** Whether the answer is to be a stream. */
  readonly stream: boolean;
  /** Who asks, if the client says so by a text. */
  readonly user: string | undefined;
  /** How many answers are asked for: a stream is whole when each has its finish. */
  readonly choices: number;
  /** Whether a stream is to end with the count of tokens. */
  readonly isUsageAsked: boolean;
  /** Whether an answer without any output is what the client wants, as it allows no tokens. */
  readonly isEmptyOutputAsked: boolean;
}

/** The members by which the proxy decides: no upstream may read another value than the proxy does. */
const DECIDING: readonly string[] = ["model", "stream"];

/** What bounds the tokens of an answer, on each path. */
const TOKEN_LIMITS: readonly string[] = [
  "max_tokens",
  "max_completion_tokens",
  "max_output_tokens",
];

/**
 * Reads from a body what the proxy must know.
 *
 * @param body The body of a request, without a `content-encoding`.
 * @throws {RequestBodyError} If it is no JSON object, or does not say once and clearly which model is asked for and
 * whether to stream.
 */
export function readRequest(body: Bytes): RequestFacts {
  const document = parse(body);
  if (!document.isObject(document.root)) {
    throw new RequestBodyError("invalid_type", "The body of a request must be a JSON object");
  }
  const members = document.members(document.root);
  requireUnmistakable(document, members);
  const valueOf = (name: string, of = members) => {
    const member = document.last(of, name);
    return member && document.shallow(member.start);
  };
  const user = valueOf("user");
  const choices = valueOf("n");
  const options = document.last(members, "stream_options");
  const hasOptions = options !== undefined && document.isObject(options.start);
  return {
    document,
    model: modelOf(valueOf("model")),
    stream: streamOf(valueOf("stream")),
    user: typeof user === "string" ? user : undefined,
    choices: Number.isSafeInteger(choices) && (choices as number) > 0 ? choices as number : 1,
    isUsageAsked: hasOptions && valueOf("include_usage", document.members(options.start)) === true,
    isEmptyOutputAsked: TOKEN_LIMITS.some((name) => valueOf(name) === 0),
  };
}

function parse(body: Bytes): JsonDocument {
  try {
    return JsonDocument.parse(body);
  } catch (cause) {
    if (!(cause instanceof JsonSyntaxError)) throw cause;
    throw new RequestBodyError("invalid_json", cause.message, { cause });
  }
}

/**
 * Refuses a body that has a deciding member twice, or under a name that differs from it by capitals alone. Of two, one
 * reader takes the first and another the last; and some take `Model` for `model`. A client could have the proxy
 * decide by one model, and the upstream answer with another.
 */
function requireUnmistakable(document: JsonDocument, members: readonly JsonMember[]): void {
  const seen = new Set<string>();
  for (const member of members) {
    const deciding = DECIDING.find((known) => isLikeName(document, member, known));
    if (deciding === undefined) continue;
    const name = document.nameOf(member);
    if (name !== deciding) {
      throw new RequestBodyError(
        "invalid_type",
        `The member ${JSON.stringify(deciding)} must be spelled so, not ${JSON.stringify(name)}`,
        { param: deciding },
      );
    }
    if (seen.has(name)) {
      throw new RequestBodyError(
        "duplicate_parameter",
        `The member ${JSON.stringify(name)} must stand in the body once, not several times`,
        { param: name },
      );
    }
    seen.add(name);
  }
}

function modelOf(value: unknown): string {
  if (typeof value === "string" && value !== "") return value;
  const isMissing = value === undefined || value === "";
  const code = isMissing ? "missing_required_parameter" : "invalid_type";
  const message = isMissing
    ? `The member "model" is ${value === "" ? "empty" : "missing"}: it must name the model`
    : 'The member "model" must be a string';
  throw new RequestBodyError(code, message, { param: "model" });
}

function streamOf(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === "boolean") return value;
  throw new RequestBodyError("invalid_type", 'The member "stream" must be true or false', {
    param: "stream",
  });
}
