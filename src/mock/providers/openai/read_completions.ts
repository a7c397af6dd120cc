import type { JsonObject } from "../../../wire/json.ts";
import type { Ask } from "../../request/ask.ts";
import { adoptRequest } from "../../request/snapshot_request.ts";
import type { UnknownMembers } from "../unknown_members.ts";
import { invalid } from "../problem.ts";
import {
  aBoolean,
  aDecimal,
  aLogitBias,
  anInteger,
  anything,
  aString,
  checkFields,
  requireStream,
  stopTexts,
  streamOptions,
} from "./field_check.ts";
import type { FieldCheck } from "./field_check.ts";
import { requireKnownFields, requireModel } from "./known_fields.ts";
import { requireTextModel } from "./model_kind.ts";
import { countIn, stopOf, withModel } from "./read_chat.ts";
import { emptyArray, wrongType } from "./refusals.ts";

/** How long an answer may be if the request does not say; OpenAI's own choice. */
const DEFAULT_MAX_TOKENS = 16;

const FIELDS: Readonly<Record<string, FieldCheck>> = {
  model: anything,
  prompt: (value, param) => void promptsOf(value, param),
  best_of: anInteger(1, 20),
  echo: aBoolean,
  frequency_penalty: aDecimal(-2, 2),
  logit_bias: aLogitBias,
  logprobs: anInteger(0, 5),
  max_tokens: anInteger(0),
  n: anInteger(1, 128),
  presence_penalty: aDecimal(-2, 2),
  seed: anInteger(-Infinity),
  stop: stopTexts,
  stream: aBoolean,
  stream_options: streamOptions,
  suffix: aString(),
  temperature: aDecimal(0, 2),
  top_p: aDecimal(0, 1),
  user: aString(),
};

/**
 * Reads a request of the completions of old, and refuses what OpenAI refuses. Rules see each prompt as a
 * message of the user.
 *
 * @param sent The request's body.
 * @param deployment The model by the request's path, as Azure has it.
 * @param mode What happens to members that OpenAI does not have.
 * @throws {ProviderProblem} If OpenAI would refuse it.
 */
export function readCompletions(
  sent: JsonObject,
  deployment?: string,
  mode: UnknownMembers = "refuse",
): Ask {
  const body = withModel(sent, deployment);
  requireModel(body);
  requireKnownFields(body, FIELDS, mode);
  checkFields(body, FIELDS, ["user"], mode);
  requireStream(body);
  requireTextModel(body.model as string);
  const prompts = promptsOf(body.prompt);
  const count = countIn(body, "n", 1) ?? 1;
  const bestOf = countIn(body, "best_of", 1);
  requireBestOf(bestOf, count);
  if (body.stream === true && (bestOf ?? 1) > 1) {
    throw invalid("Results cannot be streamed where 'best_of' is above 1.", "best_of");
  }
  const request = adoptRequest({
    ...body,
    messages: prompts.map((content) => ({ role: "user", content })),
  });
  return {
    surface: "openai-completions",
    request,
    body: sent,
    framing: request.stream ? "sse" : undefined,
    count: count * prompts.length,
    maxTokens: countIn(body, "max_tokens", 0) ?? DEFAULT_MAX_TOKENS,
    stop: stopOf(body.stop),
    form: { type: "text" },
  };
}

function requireBestOf(bestOf: number | undefined, count: number): void {
  if (bestOf === undefined || bestOf >= count) return;
  throw invalid(
    `You requested that the server return more choices than it will generate (HINT: you must set 'n' (currently ${count}) to be at most 'best_of' (currently ${bestOf}), or omit either parameter if you don't specifically want to use them.)`,
    "best_of",
  );
}

/**
 * Gives the prompts of a request: a text, several, or their tokens, whose numbers stand for their text.
 *
 * @param prompt What the request has; without one a model begins a text of its own.
 * @param param Where it stands.
 */
export function promptsOf(prompt: unknown, param: string = "prompt"): readonly string[] {
  if (prompt === undefined || prompt === null) return [""];
  if (typeof prompt === "string") return [prompt];
  if (!Array.isArray(prompt)) throw wrongType(param, "a string or array", prompt);
  if (prompt.length === 0) throw emptyArray(param);
  if (prompt.every((part) => typeof part === "number")) return [prompt.join(" ")];
  return prompt.map((part, index) => {
    if (typeof part === "string") return part;
    if (Array.isArray(part) && part.every((token) => typeof token === "number")) {
      return part.join(" ");
    }
    throw wrongType(`${param}[${index}]`, "a string or array of integers", part);
  });
}
