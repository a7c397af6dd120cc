import { arrayOf, isObject, stringOf } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import { countTokens } from "../../../tokens/split_tokens.ts";
import type { DataCall, DataReply, DataTools } from "../../endpoint.ts";
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

/** A vector, and how many tokens its text has. */
interface Embedded {
  readonly values: readonly number[];
  readonly tokens: number;
}

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
  const { values, tokens } = await embedded(tools, text, model, options.outputDimensionality);
  return { body: { embedding: { values }, usageMetadata: { promptTokenCount: tokens } } };
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
  const texts = requests.map((request, index) =>
    textOf(request.content, `BatchEmbedContentsRequest.requests[${index}].content`)
  );
  const found: Embedded[] = [];
  for (const [index, text] of texts.entries()) {
    const dimensions = requests[index]!.outputDimensionality;
    found.push(await embedded(tools, text, modelOf(params), dimensions));
  }
  const promptTokenCount = found.reduce((sum, { tokens }) => sum + tokens, 0);
  const embeddings = found.map(({ values }) => ({ values }));
  return { body: { embeddings, usageMetadata: { promptTokenCount } } };
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
  const predictions: JsonObject[] = [];
  for (const text of texts) {
    const dimensions = options.outputDimensionality;
    const { values, tokens } = await embedded(tools, text, modelOf(params), dimensions);
    const statistics = { token_count: tokens, truncated: false };
    predictions.push({ embeddings: { values, statistics } });
  }
  const billableCharacterCount = texts.reduce((sum, text) => sum + text.length, 0);
  return { body: { predictions, metadata: { billableCharacterCount } } };
}

function modelOf({ model = "" }: DataCall["params"]): string {
  return pathText(model);
}

function textOf(content: unknown, path: string): string {
  const parts = isObject(content) ? arrayOf(content.parts).filter(isObject) : [];
  const text = parts.map((part) => stringOf(part.text)).join("\n");
  if (parts.length === 0) throw invalid(`* ${path}: content is not specified\n`);
  if (text === "") throw invalid(`* ${path}: content is empty\n`);
  return text;
}

/** A vector that a rule gives may be longer than asked for; then its first numbers are what is asked for. */
async function embedded(
  tools: DataTools,
  text: string,
  model: string,
  asked: unknown,
): Promise<Embedded> {
  if (asked !== undefined && !(typeof asked === "number" && asked > 0 && Number.isInteger(asked))) {
    throw invalid("output_dimensionality must be positive.");
  }
  const tokens = countTokens(text);
  const dimensions = asked ?? DIMENSIONS.get(model) ?? DEFAULT_DIMENSIONS;
  const values = await tools.embedding({ input: text, model, dimensions, least: asked });
  if (asked === undefined || values.length <= asked) return { values, tokens };
  return { values: values.slice(0, asked), tokens };
}
