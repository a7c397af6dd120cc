import { stringOf } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import { invalid, ProviderProblem } from "../../problem.ts";
import { checkOptions } from "./check_options.ts";
import type { GoField } from "./go_field.ts";
import {
  checkRequest,
  goAny,
  goBool,
  goBytes,
  goDuration,
  goInt,
  goList,
  goMap,
  goStruct,
  goText,
  goThink,
} from "./go_field.ts";

const IMAGES = goList("[]api.ImageData", goBytes);
const OPTIONS = goMap("map[string]interface {}");

const TOOL_CALL = goStruct("api.ToolCall", {
  id: goText,
  function: goStruct("api.ToolCallFunction", {
    index: goInt,
    name: goText,
    arguments: goMap("api.ToolCallFunctionArguments"),
  }),
});

const MESSAGE = goStruct("api.Message", {
  role: goText,
  content: goText,
  thinking: goText,
  images: IMAGES,
  tool_calls: goList("[]api.ToolCall", TOOL_CALL),
  tool_name: goText,
  tool_call_id: goText,
});

const TOOL = goStruct("api.Tool", {
  type: goText,
  items: goAny,
  function: goStruct("api.ToolFunction", {
    name: goText,
    description: goText,
    parameters: goMap("api.ToolFunctionParameters"),
  }),
});

const COMMON: Readonly<Record<string, GoField>> = {
  model: goText,
  stream: goBool,
  keep_alive: goDuration,
  options: OPTIONS,
  think: goThink,
  truncate: goBool,
  shift: goBool,
  logprobs: goBool,
  top_logprobs: goInt,
};

const CHAT: Readonly<Record<string, GoField>> = {
  ...COMMON,
  messages: goList("[]api.Message", MESSAGE),
  tools: goList("api.Tools", TOOL),
};

const GENERATE: Readonly<Record<string, GoField>> = {
  ...COMMON,
  prompt: goText,
  suffix: goText,
  system: goText,
  template: goText,
  context: goList("[]int", goInt),
  raw: goBool,
  images: IMAGES,
};

/**
 * Refuses a request of `/api/chat` that Ollama refuses.
 *
 * @param body The request.
 * @throws {ProviderProblem} If Ollama would refuse it.
 */
export function checkChat(body: JsonObject): void {
  checkRequest(body, "ChatRequest", CHAT);
  if (stringOf(body.model) === "") throw invalid("model is required");
  checkOptions(body);
}

/**
 * Refuses a request of `/api/generate` that Ollama refuses.
 *
 * @param body The request.
 * @throws {ProviderProblem} If Ollama would refuse it.
 */
export function checkGenerate(body: JsonObject): void {
  checkRequest(body, "GenerateRequest", GENERATE);
  requireKnownModel(body.model);
  const { raw, template, system, context } = body;
  const isTemplated = Boolean(template) || Boolean(system) ||
    (Array.isArray(context) && context.length > 0);
  if (raw === true && isTemplated) {
    throw invalid("raw mode does not support template, system, or context");
  }
  checkOptions(body);
}

/**
 * Refuses a request that names no model, where Ollama looks for the model of no name.
 *
 * @param model The model.
 * @throws {ProviderProblem} If there is none.
 */
export function requireKnownModel(model: unknown): void {
  if (stringOf(model) !== "") return;
  throw new ProviderProblem({ kind: "not_found", message: "model '' not found" });
}
