import type { Clock } from "../clock.ts";
import { requireKnownOptions } from "../known_options.ts";
import type { OptionNames } from "../known_options.ts";
import { shown } from "../shown.ts";
import { checkTerminator } from "../wire/body_decoder.ts";
import { isObject } from "../wire/json.ts";
import { toMaxBytes } from "../wire/read_turn.ts";
import { openAiChatWire } from "../wire/openai_chat/openai_chat.ts";
import type { OpenAiDialectName } from "../wire/openai_chat/dialects.ts";
import type { Wire } from "../wire/wire.ts";
import { wireOf } from "../wire/wires.ts";
import type { FetchModelOptions } from "./fetch_model_options.ts";
import type { BuildRequest, JsonBody } from "./requests/http_request.ts";
import { REQUESTS } from "./requests/requests.ts";

/** The checked options of an adapter. */
export interface FetchModelConfig {
  /** The provider's format. */
  readonly wire: Wire;
  /** How its requests are built. */
  readonly build: BuildRequest;
  /** Where the API is. */
  readonly baseUrl: URL;
  /** The key. */
  readonly apiKey: string | undefined;
  /** The model for requests that name none. */
  readonly model: string | undefined;
  /** More headers. */
  readonly headers: Headers;
  /** More members of the body. */
  readonly extraBody: JsonBody;
  /** How many bytes a response may have. */
  readonly maxBytes: number;
  /** Whose dialect of the OpenAI chat wire. */
  readonly dialect: OpenAiDialectName | undefined;
}

const OPTIONS: OptionNames<FetchModelOptions> = {
  wire: true,
  baseUrl: true,
  fetch: true,
  apiKey: true,
  model: true,
  headers: true,
  extraBody: true,
  maxBytes: true,
  dialect: true,
  clock: true,
  terminator: true,
};

/**
 * Checks the options of an adapter.
 *
 * @throws {TypeError} If an option is of the wrong kind, or there is no such option.
 * @throws {RangeError} If `maxBytes` is not a positive integer.
 */
export function toConfig(options: FetchModelOptions): FetchModelConfig {
  if (!isObject(options)) {
    throw new TypeError(
      "Cannot create a model without options: they must be an object with a 'wire' and a " +
        `'baseUrl', got ${shown(options)}`,
    );
  }
  requireKnownOptions("create a model", options, OPTIONS);
  const { apiKey, model, dialect, extraBody = {} } = options;
  const wire = toWire(options);
  checkKey(apiKey);
  checkKinds(options);
  checkTerminator(options.terminator);
  return {
    wire,
    build: REQUESTS[wire.id],
    baseUrl: toBaseUrl(options.baseUrl),
    apiKey,
    model,
    headers: toHeaders(options.headers),
    extraBody,
    maxBytes: toMaxBytes(options.maxBytes),
    dialect,
  };
}

function isClock(value: unknown): value is Clock {
  const { now, sleep } = (value ?? {}) as Partial<Clock>;
  return typeof now === "function" && typeof sleep === "function";
}

function checkKinds({ model, fetch, clock, extraBody }: FetchModelOptions): void {
  if (model !== undefined && typeof model !== "string") {
    throw new TypeError(`Cannot use the 'model' as it must be a string: got ${shown(model)}`);
  }
  if (fetch !== undefined && typeof fetch !== "function") {
    throw new TypeError(`Cannot use the 'fetch' as it must be a function: got ${shown(fetch)}`);
  }
  if (clock !== undefined && !isClock(clock)) {
    throw new TypeError(
      `Cannot use the 'clock' as it must have functions now() and sleep(): got ${shown(clock)}`,
    );
  }
  if (extraBody !== undefined && !isObject(extraBody)) {
    throw new TypeError(
      `Cannot use the 'extraBody' as it must be an object: got ${shown(extraBody)}`,
    );
  }
  if (extraBody && "stream" in extraBody) {
    throw new TypeError("Cannot change 'stream' by 'extraBody': the adapter reads streams only");
  }
}

function toHeaders(headers: FetchModelOptions["headers"]): Headers {
  try {
    return new Headers(headers);
  } catch (cause) {
    // What the runtime says may quote a value, and that may be a key.
    throw new TypeError("Cannot use the 'headers' as one of them cannot be sent", { cause });
  }
}

function toWire({ wire, dialect }: FetchModelOptions): Wire {
  if (dialect === undefined) return wireOf(wire);
  if (wire === "openai-chat") return openAiChatWire(dialect);
  throw new TypeError(
    `Cannot use the dialect "${dialect}" with the wire "${wire}": dialects are of "openai-chat"`,
  );
}

function toBaseUrl(baseUrl: string | URL): URL {
  if (typeof baseUrl !== "string" && !(typeof baseUrl === "object" && baseUrl !== null)) {
    throw new TypeError(
      "Cannot create a model without a 'baseUrl': it must be the URL of the API, as " +
        `"https://api.openai.com/v1" is, got ${shown(baseUrl)}`,
    );
  }
  const text = String(baseUrl);
  let url: URL;
  try {
    url = new URL(text);
  } catch (cause) {
    throw new TypeError(`Cannot use the 'baseUrl' ${JSON.stringify(text)} as it is no URL`, {
      cause,
    });
  }
  const isHttp = url.protocol === "https:" || url.protocol === "http:";
  if (!isHttp || url.username !== "" || url.password !== "") {
    throw new TypeError(
      `Cannot use the 'baseUrl' as it must be http or https and carry no password: ` +
        `it begins with "${url.protocol}"`,
    );
  }
  return url;
}

/** A key with a line feed, as one read from a file often has, makes the header unsendable. */
function checkKey(apiKey: string | undefined): void {
  if (apiKey === undefined) return;
  if (typeof apiKey === "string" && /^[\x21-\x7e]+$/.test(apiKey)) return;
  throw new TypeError(
    "Cannot use the 'apiKey' as it must be a string of characters that a header can carry: " +
      "it is empty, or has spaces or line ends, or is no string",
  );
}
