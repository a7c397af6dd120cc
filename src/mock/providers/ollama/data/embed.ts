import { isObject, stringOf } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import { countTokens } from "../../../tokens/split_tokens.ts";
import type { DataCall, DataReply, DataTools } from "../../endpoint.ts";
import { invalid } from "../../problem.ts";
import { shortened } from "../../vectors.ts";
import { requireKnownModel } from "../request/check_requests.ts";
import {
  checkRequest,
  goAny,
  goBool,
  goDuration,
  goInt,
  goMap,
  goText,
} from "../request/go_field.ts";
import type { GoField } from "../request/go_field.ts";

/** How many numbers the mock's vectors have. */
const DIMENSIONS = 768;

/** How long it takes, in nanoseconds: no time is none at all. */
const LOAD_NANOS = 1_000_000;
const TEXT_NANOS = 1_000_000;

const COMMON: Readonly<Record<string, GoField>> = {
  model: goText,
  keep_alive: goDuration,
  options: goMap("map[string]interface {}"),
};
const EMBED = { ...COMMON, input: goAny, truncate: goBool, dimensions: goInt };
const EMBEDDINGS = { ...COMMON, prompt: goText };

/**
 * Answers a request of vectors.
 *
 * @param call The request.
 * @throws {ProviderProblem} If Ollama would refuse it.
 */
export async function embed({ body, tools }: DataCall): Promise<DataReply> {
  checkRequest(body, "EmbedRequest", EMBED);
  requireKnownModel(body.model);
  const { model, dimensions } = body;
  const inputs = inputsOf(body.input);
  if (inputs.length === 0) return { body: { model, embeddings: [] } };
  const tokens = inputs.reduce((sum, input) => sum + tokensOf(input, body), 0);
  const whole = await vectorsOf(inputs, body, tools);
  const embeddings = typeof dimensions === "number" && dimensions > 0
    ? whole.map((vector) => shortened(vector, dimensions))
    : whole;
  return {
    body: {
      model,
      embeddings,
      total_duration: LOAD_NANOS + TEXT_NANOS * inputs.length,
      load_duration: LOAD_NANOS,
      prompt_eval_count: tokens,
    },
  };
}

/**
 * Answers a request of one vector, as Ollama did it before.
 *
 * @param call The request.
 * @throws {ProviderProblem} If Ollama would refuse it.
 */
export async function embeddings({ body, tools }: DataCall): Promise<DataReply> {
  checkRequest(body, "EmbeddingRequest", EMBEDDINGS);
  if (stringOf(body.model) === "") throw invalid("model is required");
  const prompt = stringOf(body.prompt);
  const [embedding = []] = await vectorsOf(prompt === "" ? [] : [prompt], body, tools);
  return { body: { embedding } };
}

function inputsOf(input: unknown): readonly string[] {
  if (input === undefined || input === null || input === "") return [];
  if (typeof input === "string") return [input];
  if (Array.isArray(input) && input.every((text) => typeof text === "string")) return input;
  throw invalid("invalid input type");
}

/** What is too long for a model's context is cut, unless the request forbids it. */
function tokensOf(input: string, { options, truncate }: JsonObject): number {
  const tokens = countTokens(input);
  const most = isObject(options) && typeof options.num_ctx === "number"
    ? options.num_ctx
    : Infinity;
  if (tokens <= most) return tokens;
  if (truncate === false) throw invalid("the input length exceeds the context length");
  return most;
}

function vectorsOf(texts: readonly string[], { model }: JsonObject, tools: DataTools) {
  return tools.vectors(
    texts.map((input) => ({ input, model: stringOf(model), dimensions: DIMENSIONS })),
  );
}
