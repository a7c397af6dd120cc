import type { JsonObject } from "../../../wire/json.ts";
import type { DataCall, DataReply } from "../endpoint.ts";
import { pathText } from "../path_text.ts";
import { ProviderProblem } from "../problem.ts";
import { refused } from "./field_check.ts";

const DEFAULT_PAGE = 20;
const MAX_PAGE = 1000;

/** Lists the models that rules name. A page's token is where the next one begins. */
export function listModels({ http: { query }, tools: { models } }: DataCall): DataReply {
  const size = Number(query.get("page_size") ?? DEFAULT_PAGE);
  if (!Number.isInteger(size) || size < 1 || size > MAX_PAGE) {
    throw refused(`page_size must be between 1 and ${MAX_PAGE} inclusive`, "page_size");
  }
  const start = Number(query.get("page_token") ?? 0);
  if (!Number.isInteger(start) || start < 0) throw refused("page_token is not valid", "page_token");
  const end = start + size;
  return {
    body: {
      models: models.slice(start, end).map(modelObject),
      ...(end < models.length ? { next_page_token: String(end) } : {}),
    },
  };
}

/** Gives one model. Where no rule names a model there is every one. */
export function retrieveModel({ params, tools: { models } }: DataCall): DataReply {
  const name = pathText(params.model!);
  if (models.length === 0 || models.includes(name)) return { body: modelObject(name) };
  throw new ProviderProblem({
    kind: "not_found",
    message:
      `model '${name}' not found, make sure the correct model ID was used and that you have access to the model.`,
  });
}

function modelObject(name: string): JsonObject {
  return {
    name,
    endpoints: ["chat", "embed"],
    finetuned: false,
    context_length: 256_000,
    tokenizer_url: null,
    default_endpoints: [],
    features: ["json_mode", "tools"],
  };
}
