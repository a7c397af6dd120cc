import { arrayOf, isObject, stringOf } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import { countTokens } from "../../../tokens/split_tokens.ts";
import type { DataCall, DataReply, DataTools, EmbeddingAsk } from "../../endpoint.ts";
import { pathText } from "../../path_text.ts";
import { invalid } from "../../problem.ts";
import { fitRequest } from "../request/fit_request.ts";
import { BATCH_EMBED_REQUEST, EMBED_REQUEST } from "../request/request_types.ts";

const MAX_BATCH = 100;

/** How many numbers the vectors of a model have. */
const DIMENSIONS: ReadonlyMap<string, number> = new Map([
  ["text-embedding-004", 768],
  ["text-embedding-005", 768],
  ["embedding-001", 768],
  ["text-multilingual-embedding-002", 768],
]);
const DEFAULT_DIMENSIONS = 3072;

/**
 * Answers a request of one vector.
 *
 * @param call The request.
 * @throws {ProviderProblem} If Gemini would refuse it.
 */
export async function embedContent({ params, body, tools }: DataCall): Promise<DataReply> {
  const read = fitRequest(body, EMBED_REQUEST, tools.unknownMembers);
  const text = textOf(read.content, "EmbedContentRequest.content");
  // Vertex AI has its options in a member of their own.
  const options = isObject(read.embedContentConfig) ? read.embedContentConfig : read;
  const model = modelOf(params);
  const asks = [askOf(text, model, options.outputDimensionality)];
  const [values = []] = await vectorsOf(asks, tools);
  return { body: { embedding: { values }, usageMetadata: usageOf([text]) } };
}

/**
 * Answers a request of several vectors.
 *
 * @param call The request.
 * @throws {ProviderProblem} If Gemini would refuse it.
 */
export async function batchEmbedContents({ params, body, tools }: DataCall): Promise<DataReply> {
  const read = fitRequest(body, BATCH_EMBED_REQUEST, tools.unknownMembers);
  const requests = arrayOf(read.requests) as readonly JsonObject[];
  if (requests.length === 0) {
    throw invalid("* BatchEmbedContentsRequest.requests: requests is not specified\n");
  }
  if (requests.length > MAX_BATCH) {
    throw invalid(
      `* BatchEmbedContentsRequest.requests: at most ${MAX_BATCH} requests can be in one batch\n`,
    );
  }
  const model = modelOf(params);
  const texts = requests.map((request, index) => {
    const path = `BatchEmbedContentsRequest.requests[${index}]`;
    requireModel(request.model, model, `${path}.model`);
    return textOf(request.content, `${path}.content`);
  });
  const asks = texts.map((text, index) =>
    askOf(text, model, requests[index]!.outputDimensionality)
  );
  const embeddings = (await vectorsOf(asks, tools)).map((values) => ({ values }));
  return { body: { embeddings, usageMetadata: usageOf(texts) } };
}

/**
 * Answers a request of vectors as Vertex AI has it.
 *
 * @param call The request.
 * @throws {ProviderProblem} If Vertex AI would refuse it.
 */
export async function predict({ params, body, tools }: DataCall): Promise<DataReply> {
  const instances = arrayOf(body.instances).filter(isObject);
  const texts = instances.map(({ content }) => stringOf(content));
  if (texts.length === 0 || texts.includes("")) {
    throw invalid("The text content is empty.");
  }
  const options = isObject(body.parameters) ? body.parameters : {};
  const asks = texts.map((text) => askOf(text, modelOf(params), options.outputDimensionality));
  const vectors = await vectorsOf(asks, tools);
  const predictions = texts.map((text, index) => {
    const statistics = { token_count: countTokens(text), truncated: false };
    return { embeddings: { values: vectors[index], statistics } };
  });
  const billableCharacterCount = texts.reduce((sum, text) => sum + text.length, 0);
  return { body: { predictions, metadata: { billableCharacterCount } } };
}

function modelOf({ model = "" }: DataCall["params"]): string {
  return pathText(model);
}

/** Each request of a batch must name the model of the path, in whole: `models/…`. */
function requireModel(named: unknown, model: string, path: string): void {
  const name = stringOf(named);
  if (name === "") throw invalid(`* ${path}: model is not specified\n`);
  if (name.endsWith(`/${model}`)) return;
  throw invalid(`* ${path}: model must match the model of the batch\n`);
}

function textOf(content: unknown, path: string): string {
  const parts = isObject(content) ? arrayOf(content.parts).filter(isObject) : [];
  const text = parts.map((part) => stringOf(part.text)).join("\n");
  if (parts.length === 0) throw invalid(`* ${path}: content is not specified\n`);
  if (text === "") throw invalid(`* ${path}: content is empty\n`);
  return text;
}

function usageOf(texts: readonly string[]): JsonObject {
  return { promptTokenCount: texts.reduce((sum, text) => sum + countTokens(text), 0) };
}

function askOf(input: string, model: string, asked: unknown): EmbeddingAsk {
  if (asked !== undefined && !(typeof asked === "number" && asked > 0 && Number.isInteger(asked))) {
    throw invalid("output_dimensionality must be positive.");
  }
  const dimensions = asked ?? DIMENSIONS.get(model) ?? DEFAULT_DIMENSIONS;
  return { input, model, dimensions, least: asked };
}

/** A vector that a rule gives may be longer than asked for; then its first numbers are what is asked for. */
async function vectorsOf(
  asks: readonly EmbeddingAsk[],
  tools: DataTools,
): Promise<readonly (readonly number[])[]> {
  const vectors = await tools.vectors(asks);
  return vectors.map((values, index) => values.slice(0, asks[index]!.least));
}
