import type { JsonObject } from "../../../wire/json.ts";
import { countTokens } from "../../tokens/split_tokens.ts";
import type { DataCall, DataReply, EmbeddingAsk } from "../endpoint.ts";
import { invalid } from "../problem.ts";
import { anInteger, anything, aString, checkFields, oneOfWords } from "./field_check.ts";
import type { FieldCheck } from "./field_check.ts";
import { requireKnownFields, requireModel } from "./known_fields.ts";
import { withModel } from "./read_chat.ts";
import { longArray, missing } from "./refusals.ts";
import { shortened, toBase64 } from "../vectors.ts";

const MAX_INPUTS = 2048;
const DEFAULT_DIMENSIONS = 1536;

/** How many numbers a vector of a model has at most, which is also how many it has by default. */
const DIMENSIONS: ReadonlyMap<string, number> = new Map([
  ["text-embedding-3-large", 3072],
  ["text-embedding-3-small", 1536],
  ["text-embedding-ada-002", 1536],
]);

/** The model whose vectors have one length only. */
const FIXED_MODEL = "text-embedding-ada-002";

const FIELDS: Readonly<Record<string, FieldCheck>> = {
  model: anything,
  input: anything,
  dimensions: anInteger(1),
  encoding_format: oneOfWords("float", "base64"),
  user: aString(),
};

/** One text to make a vector of. */
interface Input {
  /** The text; of tokens, their numbers. */
  readonly text: string;
  /** How many tokens it has. */
  readonly tokens: number;
}

/**
 * Answers a request of embeddings.
 *
 * @param call The request.
 * @throws {ProviderProblem} If OpenAI would refuse it.
 */
export async function openAiEmbeddings(
  { body: sent, params, tools }: DataCall,
): Promise<DataReply> {
  const body = withModel(sent, params.deployment);
  requireModel(body);
  requireKnownFields(body, FIELDS, tools.unknownMembers);
  checkFields(body, FIELDS, ["dimensions", "encoding_format", "user"], tools.unknownMembers);
  const model = body.model as string;
  const inputs = inputsOf(body.input);
  const asked = dimensionsOf(body, model);
  const vectors = await tools.vectors(inputs.map(({ text }) => askOf(text, model, asked)));
  const data = vectors.map((whole, index) => {
    // A vector that a rule gives may be longer than asked for; then it is cut as OpenAI cuts its own.
    const vector = asked === undefined ? whole : shortened(whole, asked);
    const embedding = body.encoding_format === "base64" ? toBase64(vector) : vector;
    return { object: "embedding", index, embedding };
  });
  const tokens = inputs.reduce((sum, input) => sum + input.tokens, 0);
  return {
    body: {
      object: "list",
      data,
      model,
      usage: { prompt_tokens: tokens, total_tokens: tokens },
    },
  };
}

function dimensionsOf({ dimensions }: JsonObject, model: string): number | undefined {
  if (dimensions === undefined) return undefined;
  if (model === FIXED_MODEL) {
    throw invalid("This model does not support specifying dimensions.", "dimensions");
  }
  const most = DIMENSIONS.get(model) ?? Infinity;
  if (dimensions as number <= most) return dimensions as number;
  throw invalid(
    `Invalid value for 'dimensions' = ${dimensions}. Must be less than or equal to ${most}.`,
    "dimensions",
  );
}

function askOf(input: string, model: string, asked: number | undefined): EmbeddingAsk {
  const dimensions = asked ?? DIMENSIONS.get(model) ?? DEFAULT_DIMENSIONS;
  return { input, model, dimensions, least: asked };
}

function inputsOf(input: unknown): readonly Input[] {
  if (input === undefined) throw missing("input");
  if (typeof input === "string") return [textInput(input)];
  if (!Array.isArray(input) || input.length === 0) throw wrongInput();
  if (input.every(isToken)) return [tokenInput(input)];
  if (input.length > MAX_INPUTS) throw longArray("input", MAX_INPUTS, input.length);
  return input.map((part) => {
    if (typeof part === "string") return textInput(part);
    if (Array.isArray(part) && part.length > 0 && part.every(isToken)) return tokenInput(part);
    throw wrongInput();
  });
}

function isToken(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

function textInput(text: string): Input {
  if (text === "") throw wrongInput();
  return { text, tokens: countTokens(text) };
}

function tokenInput(tokens: readonly number[]): Input {
  return { text: tokens.join(" "), tokens: tokens.length };
}

function wrongInput() {
  return invalid(
    "'$.input' is invalid. Please check the API reference: https://platform.openai.com/docs/api-reference.",
  );
}
