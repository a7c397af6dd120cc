import { stringOf } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import { hexChars } from "../../hex_chars.ts";
import type { DataCall, DataReply } from "../../endpoint.ts";
import { invalid, ProviderProblem } from "../../problem.ts";
import { isoTime } from "../answer/line_writer.ts";
import { checkRequest, goText } from "../request/go_field.ts";

/** When all models of a mock are said to have been made, in milliseconds since 1970. */
const MODIFIED_MS = 1_700_000_000_000;
const KEEP_MS = 5 * 60_000;
const SIZE = 1_000_000_000;
const CONTEXT = 131_072;
const VERSION = "0.24.0";

const DETAILS: JsonObject = Object.freeze({
  parent_model: "",
  format: "gguf",
  family: "mock",
  families: ["mock"],
  parameter_size: "1B",
  quantization_level: "Q4_K_M",
});

/**
 * Lists the models that rules name.
 *
 * @param call The request.
 */
export function tags({ tools }: DataCall): DataReply {
  const modified = isoTime(MODIFIED_MS);
  const models = tools.models.map((name) => ({
    name,
    model: name,
    modified_at: modified,
    ...sizeOf(name),
  }));
  return { body: { models } };
}

/**
 * Lists the same as loaded.
 *
 * @param call The request.
 */
export function ps({ tools }: DataCall): DataReply {
  const expires = isoTime(tools.nowMs + KEEP_MS);
  const models = tools.models.map((name) => ({
    name,
    model: name,
    ...sizeOf(name),
    expires_at: expires,
    size_vram: SIZE,
    context_length: CONTEXT,
  }));
  return { body: { models } };
}

/** Tells the version of the server. */
export function version(): DataReply {
  return { body: { version: VERSION } };
}

/**
 * Describes a model that rules name; any, where they name none and so serve every one.
 *
 * @param call The request.
 * @throws {ProviderProblem} If the rules name others only, or the request names none.
 */
export function show({ body, tools: { models } }: DataCall): DataReply {
  checkRequest(body, "ShowRequest", { model: goText, name: goText });
  const model = stringOf(body.model) || stringOf(body.name);
  if (model === "") throw invalid("model is required");
  const isKnown = models.some((name) => withTag(name) === withTag(model));
  if (models.length > 0 && !isKnown) {
    throw new ProviderProblem({ kind: "not_found", message: `model '${model}' not found` });
  }
  const isEmbedding = model.includes("embed");
  return {
    body: {
      license: "",
      modelfile: `FROM ${model}\n`,
      parameters: "",
      template: "{{ .Prompt }}",
      system: "",
      messages: [],
      details: DETAILS,
      model_info: {
        "general.architecture": "mock",
        "general.parameter_count": SIZE,
        "mock.context_length": CONTEXT,
        "mock.embedding_length": 768,
      },
      capabilities: isEmbedding ? ["embedding"] : ["completion", "tools", "thinking", "vision"],
      modified_at: isoTime(MODIFIED_MS),
    },
  };
}

function withTag(name: string): string {
  return name.includes(":") ? name : `${name}:latest`;
}

function sizeOf(name: string): JsonObject {
  return { size: SIZE, digest: hexChars(name, 64), details: DETAILS };
}
