import { arrayOf, isObject } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import { invalid } from "../../problem.ts";
import type { AddFault } from "./add_fault.ts";
import { checkSchema } from "./check_schema.ts";
import { signsCalls } from "./thought_signatures.ts";

const PATH = "generation_config";

const MIME_TYPES: readonly string[] = [
  "",
  "text/plain",
  "application/json",
  "application/xml",
  "application/yaml",
  "text/x.enum",
];

/** The types in which an answer follows a schema. */
const SCHEMA_TYPES: readonly unknown[] = ["application/json", "text/x.enum"];

/** The members that may hold that schema. */
const SCHEMAS: readonly string[] = ["responseSchema", "responseJsonSchema", "_responseJsonSchema"];

const MAX_STOP_SEQUENCES = 5;

/** What numbers may be, with the words by which Gemini refuses others. */
const RANGES: readonly (readonly [name: string, least: number, most: number, what: string])[] = [
  ["temperature", 0, 2, "temperature must be in the range [0.0, 2.0]."],
  ["topP", 0, 1, "top_p must be in the range [0.0, 1.0]."],
  ["topK", 1, Infinity, "top_k must be positive."],
  ["maxOutputTokens", 1, Infinity, "max_output_tokens must be positive."],
  ["candidateCount", 1, 8, "candidate_count must be in the range [1, 8]."],
  ["logprobs", 0, 20, "logprobs must be in the range [0, 20]."],
  ["presencePenalty", -2, 2, "presence_penalty must be in the range [-2.0, 2.0)."],
  ["frequencyPenalty", -2, 2, "frequency_penalty must be in the range [-2.0, 2.0)."],
];

/**
 * Checks how a request wants its answer.
 *
 * @param request The request, read by its type.
 * @param model The model.
 * @param add Takes what is wrong.
 * @throws {ProviderProblem} If Gemini would refuse it as a whole.
 */
export function checkConfig(request: JsonObject, model: string, add: AddFault): void {
  const config = request.generationConfig;
  if (!isObject(config)) return;
  for (const [name, least, most, what] of RANGES) {
    const value = config[name];
    if (typeof value === "number" && !(value >= least && value <= most)) {
      add(`${PATH}.${snakeName(name)}`, what);
    }
  }
  if (arrayOf(config.stopSequences).length > MAX_STOP_SEQUENCES) {
    add(`${PATH}.stop_sequences`, `must have at most ${MAX_STOP_SEQUENCES} stop sequences.`);
  }
  if (config.logprobs !== undefined && config.responseLogprobs !== true) {
    add(`${PATH}.logprobs`, "only allowed when response_logprobs is true.");
  }
  checkForm(config, add);
  const hasFunctions = arrayOf(request.tools).some((tool) =>
    isObject(tool) && arrayOf(tool.functionDeclarations).length > 0
  );
  if (!hasFunctions || config.responseMimeType !== "application/json" || signsCalls(model)) return;
  throw invalid("Function calling with a response mime type: 'application/json' is unsupported");
}

function checkForm(config: JsonObject, add: AddFault): void {
  const { responseMimeType: mimeType = "", responseSchema } = config;
  if (!MIME_TYPES.includes(mimeType as string)) {
    add(
      `${PATH}.response_mime_type`,
      "allowed mimetypes are `text/plain`, `application/json`, `application/xml`, `application/yaml` and `text/x.enum`.",
    );
  }
  const given = SCHEMAS.filter((name) => config[name] !== undefined);
  if (given.length > 1) {
    add(
      `${PATH}.response_schema`,
      "only one of response_schema and response_json_schema may be set.",
    );
  }
  for (const name of given) {
    if (SCHEMA_TYPES.includes(mimeType)) continue;
    add(
      `${PATH}.${snakeName(name)}`,
      "only allowed when response_mime_type is `application/json` or `text/x.enum`.",
    );
  }
  if (isObject(responseSchema)) checkSchema(responseSchema, `${PATH}.response_schema`, add);
}

function snakeName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
