import { ConfigError } from "../errors.ts";
import type { TurnRequest } from "../turn/request.ts";
import { isObject } from "../wire/json.ts";
import { checkRequest } from "./check_request.ts";
import type { FetchModelConfig } from "./config.ts";
import type { Call } from "./open_response.ts";
import type { JsonBody } from "./requests/http_request.ts";

/**
 * Builds what a call sends.
 *
 * @param config Where to, and in which format.
 * @param request What is asked.
 * @throws {ConfigError} If the request is one the provider would refuse.
 */
export function buildCall(
  config: FetchModelConfig,
  request: TurnRequest,
): Pick<Call, "url" | "headers" | "body"> {
  const { wire } = config;
  checkRequest(request, wire);
  const model = request.model ?? config.model;
  if (!model) {
    throw new ConfigError("Cannot send a request without a model: set 'model' here or there");
  }
  const { apiKey, dialect } = config;
  const { path, headers, body } = config.build(request, { model, apiKey, dialect });
  const sent = new Headers({
    ...headers,
    "content-type": "application/json",
    accept: wire.contentType.split(";")[0]!,
  });
  for (const [name, value] of config.headers) sent.set(name, value);
  return { url: join(config.baseUrl, path), headers: sent, body: toJson(body, config.extraBody) };
}

function join(base: URL, path: string): URL {
  const url = new URL(base);
  const { pathname, searchParams } = new URL(path, "http://any");
  url.pathname = url.pathname.replace(/\/+$/, "") + pathname;
  for (const [name, value] of searchParams) url.searchParams.set(name, value);
  return url;
}

function toJson(body: JsonBody, extra: JsonBody): string {
  try {
    return JSON.stringify(merge(body, extra));
  } catch (cause) {
    throw new ConfigError("Cannot send a request that has no form in JSON", { cause });
  }
}

function merge(base: JsonBody, over: JsonBody): JsonBody {
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const own = merged[key];
    merged[key] = isObject(own) && isObject(value) ? merge(own, value) : value;
  }
  return merged;
}
