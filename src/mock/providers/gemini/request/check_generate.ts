import { arrayOf, isObject } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import { invalid } from "../../problem.ts";
import type { AddFault } from "./add_fault.ts";
import { checkConfig } from "./check_config.ts";
import { checkConversation } from "./check_conversation.ts";
import { checkThinking } from "./check_thinking.ts";
import { checkTools } from "./check_tools.ts";
import { DATA_MEMBERS } from "./content_type.ts";
import { checkSignatures } from "./thought_signatures.ts";

/**
 * Refuses a request of an answer that Gemini refuses.
 *
 * @param request The request, read by its type.
 * @param model The model.
 * @param isVertex Whether it is Vertex AI's.
 * @throws {ProviderProblem} If Gemini would refuse it.
 */
export function checkGenerate(request: JsonObject, model: string, isVertex: boolean): void {
  const faults: string[] = [];
  const add: AddFault = (path, what) => faults.push(`* GenerateContentRequest.${path}: ${what}\n`);
  const contents = arrayOf(request.contents) as readonly JsonObject[];
  if (contents.length === 0) add("contents", "contents is not specified");
  contents.forEach((content, index) => checkContent(content, `contents[${index}]`, add));
  if (isObject(request.systemInstruction)) {
    checkContent(request.systemInstruction, "system_instruction", add);
  }
  checkTools(request, add);
  checkConfig(request, model, add);
  if (faults.length > 0) throw invalid(faults.join(""));
  checkCache(request, isVertex);
  if (isObject(request.generationConfig)) checkThinking(request.generationConfig, model);
  checkConversation(contents);
  checkSignatures(contents, model);
}

/** What a cache holds cannot be said again beside it. */
function checkCache(request: JsonObject, isVertex: boolean): void {
  const { cachedContent, systemInstruction, tools, toolConfig } = request;
  if ((cachedContent ?? "") === "") return;
  if (systemInstruction === undefined && toolConfig === undefined && arrayOf(tools).length === 0) {
    return;
  }
  throw invalid(isVertex ? VERTEX_CACHED : CACHED);
}

const CACHED =
  "CachedContent can not be used with GenerateContent request setting system_instruction, tools or tool_config." +
  "\n\nProposed fix: move those values to CachedContent from GenerateContent request.";
const VERTEX_CACHED =
  "Tool config, tools and system instruction should not be set in the request when using cached content.";

function checkContent(content: JsonObject, path: string, add: AddFault): void {
  const parts = arrayOf(content.parts) as readonly JsonObject[];
  if (parts.length === 0) add(`${path}.parts`, "contents.parts must not be empty.");
  for (const [index, part] of parts.entries()) {
    const place = `${path}.parts[${index}]`;
    if (!DATA_MEMBERS.some((name) => part[name] !== undefined)) {
      add(`${place}.data`, "required oneof field 'data' must have one initialized field");
    }
    requireName(part.functionCall, `${place}.function_call`, add);
    requireName(part.functionResponse, `${place}.function_response`, add);
  }
}

function requireName(value: unknown, path: string, add: AddFault): void {
  if (isObject(value) && (value.name ?? "") === "") add(`${path}.name`, "Name cannot be empty.");
}
