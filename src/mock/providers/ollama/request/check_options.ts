import { isObject } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import { invalid } from "../../problem.ts";

type Kind = "integer" | "float32" | "boolean" | "array";

/** The options of a model; Ollama passes over others. */
const KINDS: Readonly<Record<string, Kind>> = {
  num_ctx: "integer",
  num_batch: "integer",
  num_gpu: "integer",
  main_gpu: "integer",
  use_mmap: "boolean",
  num_thread: "integer",
  num_keep: "integer",
  seed: "integer",
  num_predict: "integer",
  top_k: "integer",
  top_p: "float32",
  min_p: "float32",
  typical_p: "float32",
  repeat_last_n: "integer",
  temperature: "float32",
  repeat_penalty: "float32",
  presence_penalty: "float32",
  frequency_penalty: "float32",
  stop: "array",
};

/** What JSON has for each kind; Ollama cuts a number to a whole one where it wants that. */
const JSON_TYPES: Readonly<Record<Kind, string>> = {
  integer: "number",
  float32: "number",
  boolean: "boolean",
  array: "object",
};

/**
 * Checks what every request of an answer has: its options and the form of the answer. Ollama finds such faults
 * only when it runs the model, and calls them its own.
 *
 * @param body The request.
 * @throws {ProviderProblem} If Ollama would fail.
 */
export function checkOptions(body: JsonObject): void {
  const options = isObject(body.options) ? body.options : {};
  for (const [name, kind] of Object.entries(KINDS)) {
    const value = options[name] ?? undefined;
    if (value !== undefined) checkOption(name, kind, value);
  }
  const { format, top_logprobs: top } = body;
  if (typeof top === "number" && (top < 0 || top > 20)) {
    throw invalid("top_logprobs must be between 0 and 20");
  }
  if ((format ?? "") === "" || format === "json" || isObject(format)) return;
  const shown = JSON.stringify(JSON.stringify(format));
  throw failure(`invalid format: ${shown}; expected "json" or a valid JSON Schema object`);
}

function checkOption(name: string, kind: Kind, value: unknown): void {
  const type = typeof value;
  const fits = kind === "array" ? Array.isArray(value) : type === JSON_TYPES[kind];
  if (!fits) throw failure(`option ${JSON.stringify(name)} must be of type ${kind}`);
  if (Array.isArray(value) && value.some((item) => typeof item !== "string")) {
    throw failure(`option ${JSON.stringify(name)} must be of an array of strings`);
  }
}

function failure(message: string): Error {
  return invalid(message, undefined, { status: 500 });
}
