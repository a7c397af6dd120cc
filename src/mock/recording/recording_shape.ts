import {
  aBoolean,
  aFunction,
  aJsonValue,
  aNumber,
  aText,
  aWhole,
  either,
  listOf,
  membersIn,
  oneOf,
  type Shape,
  someText,
  textThat,
} from "../options/shape.ts";
import { someHeaders } from "../http/header_shape.ts";
import type { RecordedResponse } from "./cassette.ts";
import { isBodiless } from "./statuses.ts";

const MAX_MS = Number.MAX_SAFE_INTEGER;

const ENCODED_REGEXP = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const aMethod = textThat("a method in capitals", (text) => /^[A-Z]+$/.test(text));
const aPath = textThat(
  "a path that begins with a slash, without query",
  (text) => /^\/[^?#]*$/.test(text),
);
const someBase64 = textThat("base64", (text) => ENCODED_REGEXP.test(text));

const aTime: Shape = aNumber(0, MAX_MS);

const aPiece = either(
  (value) => typeof value === "object" && value !== null && "base64" in value,
  membersIn({ afterMs: aTime, base64: someBase64 }, ["afterMs", "base64"]),
  membersIn({ afterMs: aTime, text: aText }, ["afterMs", "text"]),
);

const REQUEST = {
  method: aMethod,
  path: aPath,
  query: aText,
  headers: someHeaders,
  body: aJsonValue,
};

const RESPONSE = {
  status: aWhole(200, 599),
  headers: someHeaders,
  afterMs: aTime,
  pieces: listOf(aPiece),
  end: membersIn({ afterMs: aTime, how: oneOf("close", "reset", "abort") }, ["afterMs", "how"]),
};

const anExchange = membersIn({
  request: membersIn(REQUEST, Object.keys(REQUEST)),
  response: aResponse,
}, ["request", "response"]);

/** What a status lets not come would be lost. */
function aResponse(value: unknown, path: string): void {
  membersIn(RESPONSE, Object.keys(RESPONSE))(value, path);
  const { status, pieces } = value as RecordedResponse;
  if (isBodiless(status) && pieces.length > 0) {
    throw new TypeError(
      `Cannot use '${path}.pieces' as a response with the status ${status} has no body`,
    );
  }
}

/**
 * What two requests are compared by.
 *
 * @throws {TypeError} If it is none; the message says where.
 */
export const aComparable: Shape = membersIn(REQUEST, ["method", "path", "query", "body"]);

/**
 * A {@linkcode Cassette}.
 *
 * @throws {TypeError} If it is none; the message says where.
 * @throws {RangeError} If a number in it is out of range.
 */
export const aCassette: Shape = membersIn(
  { version: oneOf(1), exchanges: listOf(anExchange) },
  ["version", "exchanges"],
);

const REPLAY = membersIn({
  cassettes: listOf(aCassette),
  speed: aNumber(0, MAX_MS),
  ignore: listOf(someText),
  normalize: aFunction,
  then: oneOf("repeat-last", "throw"),
}, ["cassettes"]);

/** The option `replay`: a cassette, a list of them, or {@linkcode ReplayOptions}. */
export const aReplay: Shape = (value, path) => {
  if (Array.isArray(value)) return listOf(aCassette)(value, path);
  const isCassette = typeof value === "object" && value !== null && "exchanges" in value;
  (isCassette ? aCassette : REPLAY)(value, path);
};

/**
 * The address of a real endpoint.
 *
 * @throws {TypeError} If it is none; the message says where.
 */
export const anAddress: Shape = (value, path) => {
  textThat(
    "the address of an endpoint, http or https, without user, query and fragment",
    (text) => {
      const { protocol, username, password, search, hash } = new URL(text);
      return /^https?:$/.test(protocol) && username + password + search + hash === "";
    },
  )(value, path);
  const version = /\/(v\d\w*)\/*$/.exec(value as string)?.[1];
  if (version === undefined) return;
  throw new TypeError(
    `Cannot use '${path}' as it must end before '/${version}', which the paths of requests have themselves`,
  );
};

const ADDRESSES: Shape = (value, path) => {
  membersIn({
    openai: anAddress,
    anthropic: anAddress,
    gemini: anAddress,
    ollama: anAddress,
    cohere: anAddress,
  })(value, path);
  if (Object.values(value as object).some((address) => address !== undefined)) return;
  throw new TypeError(`Cannot use '${path}' as it must have an address of a provider at least`);
};

/** The option `forward`: {@linkcode ForwardOptions}. */
export const aForward: Shape = membersIn({
  to: either((value) => typeof value === "object", ADDRESSES, anAddress),
  fetch: aFunction,
  record: aBoolean,
  redact: membersIn({ headers: listOf(someText), query: listOf(someText), body: aFunction }),
}, ["to"]);
