import type { JsonObject } from "../../../../wire/json.ts";
import type { DataCall, DataReply } from "../../endpoint.ts";
import { pathText } from "../../path_text.ts";
import { invalid, ProviderProblem } from "../../problem.ts";

const DEFAULT_PAGE = 50;
const MAX_PAGE = 1000;

const METHODS: readonly string[] = [
  "generateContent",
  "countTokens",
  "createCachedContent",
  "batchGenerateContent",
];
const EMBEDDING_METHODS: readonly string[] = ["embedContent", "countTextTokens", "countTokens"];

/**
 * Lists the models that rules name, page by page.
 *
 * @param call The request.
 * @throws {ProviderProblem} If there is no such page.
 */
export function listModels({ http: { query }, tools: { models } }: DataCall): DataReply {
  const size = Number(query.get("pageSize") || DEFAULT_PAGE);
  const start = Number(query.get("pageToken") || 0);
  if (!Number.isInteger(size) || size < 1) throw invalid("page_size must be positive.");
  if (!Number.isInteger(start) || start < 0) throw invalid("page_token is invalid.");
  const end = start + Math.min(size, MAX_PAGE);
  return {
    body: {
      models: models.slice(start, end).map(modelObject),
      ...(end < models.length ? { nextPageToken: String(end) } : {}),
    },
  };
}

/**
 * Gives a model that rules name; any, where they name none and so serve every one.
 *
 * @param call The request.
 * @throws {ProviderProblem} If the rules name others only.
 */
export function getModel({ params, tools: { models } }: DataCall): DataReply {
  const model = pathText(params.model!);
  if (models.length === 0 || models.includes(model)) return { body: modelObject(model) };
  throw new ProviderProblem({
    kind: "not_found",
    message: `Model is not found: models/${model} for api version v1beta`,
  });
}

function modelObject(name: string): JsonObject {
  const isEmbedding = name.includes("embedding");
  return {
    name: `models/${name}`,
    version: "001",
    displayName: name,
    description: "A model of the mock.",
    inputTokenLimit: isEmbedding ? 2048 : 1_048_576,
    outputTokenLimit: isEmbedding ? 1 : 65_536,
    supportedGenerationMethods: isEmbedding ? EMBEDDING_METHODS : METHODS,
    ...(isEmbedding
      ? {}
      : { temperature: 1, topP: 0.95, topK: 64, maxTemperature: 2, thinking: true }),
  };
}
