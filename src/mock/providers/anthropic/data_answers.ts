import type { JsonObject } from "../../../wire/json.ts";
import { countInput } from "../../result/count_usage.ts";
import type { DataCall, DataReply } from "../endpoint.ts";
import { invalid, ProviderProblem } from "../problem.ts";
import { pathText } from "../path_text.ts";
import { checkRequest } from "./check_request.ts";
import { neutralRequest } from "./neutral_request.ts";
import { requireVersion, usesBetas } from "./versions.ts";

/** Counts the tokens that a request would make a model read. */
export function countTokens({ http, body, tools: context }: DataCall): DataReply {
  checkRequest(http, body, true, context);
  const { messages, tools } = neutralRequest(body);
  const counted = Array.isArray(tools) ? { messages, tools } : { messages };
  const trial = usesBetas(http) ? { context_management: null } : {};
  return { body: { input_tokens: countInput(counted), ...trial } };
}

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 1000;

/** Lists the models that rules name. */
export function listModels({ http, tools }: DataCall): DataReply {
  requireVersion(http);
  const { query } = http;
  const limit = Number(query.get("limit") ?? DEFAULT_LIMIT);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    throw invalid(`limit: Input should be an integer from 1 to ${MAX_LIMIT}`, "limit");
  }
  const [before, after] = [query.get("before_id"), query.get("after_id")];
  const { models } = tools;
  const first = after === null ? 0 : placeOf(after, models) + 1;
  const last = before === null ? models.length : placeOf(before, models);
  const listed = models.slice(first, last);
  const page = before === null ? listed.slice(0, limit) : listed.slice(-limit);
  return {
    body: {
      data: page.map(modelInfo),
      has_more: page.length < listed.length,
      first_id: page[0] ?? null,
      last_id: page.at(-1) ?? null,
    },
  };
}

/** Gives one model. Where no rule names a model there is every one. */
export function retrieveModel({ http, params, tools: { models } }: DataCall): DataReply {
  requireVersion(http);
  const id = pathText(params.id!);
  if (models.length > 0 && !models.includes(id)) throw unknownModel(id);
  return { body: modelInfo(id) };
}

function placeOf(id: string, models: readonly string[]): number {
  const place = models.indexOf(id);
  if (place < 0) throw unknownModel(id);
  return place;
}

function unknownModel(id: string): ProviderProblem {
  return new ProviderProblem({ kind: "not_found", message: `model: ${id}` });
}

function modelInfo(id: string): JsonObject {
  return {
    type: "model",
    id,
    display_name: id,
    created_at: "2025-01-01T00:00:00Z",
    max_input_tokens: 200_000,
    max_tokens: 64_000,
    capabilities: null,
    lifecycle: "active",
    line: null,
    deprecated_at: null,
    retires_at: null,
  };
}
