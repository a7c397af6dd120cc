import { arrayOf, isObject, stringOf } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import { invalid } from "../../problem.ts";
import type { AddFault } from "./add_fault.ts";
import { checkSchema } from "./check_schema.ts";

const NAME_REGEXP = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/;

const BAD_NAME = "Invalid function name. Must start with a letter or an underscore. Must be " +
  "alphameric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum " +
  "length of 128.";

/**
 * Checks the tools of a request and what is said of their use.
 *
 * @param request The request, read by its type.
 * @param add Takes what is wrong.
 * @throws {ProviderProblem} If Gemini would refuse them as a whole.
 */
export function checkTools(request: JsonObject, add: AddFault): void {
  const names = new Set<string>();
  for (const [at, tool] of arrayOf(request.tools).entries()) {
    const declared = isObject(tool) ? arrayOf(tool.functionDeclarations) : [];
    for (const [index, entry] of declared.entries()) {
      const declaration = entry as JsonObject;
      checkDeclaration(declaration, `tools[${at}].function_declarations[${index}]`, add);
      const name = stringOf(declaration.name);
      if (names.has(name)) throw invalid(`Duplicate function declaration found: ${name}`);
      names.add(name);
    }
  }
  checkChoice(request.toolConfig, names);
}

function checkDeclaration(declaration: JsonObject, path: string, add: AddFault): void {
  const { name, parameters, parametersJsonSchema } = declaration;
  if (!NAME_REGEXP.test(stringOf(name))) add(`${path}.name`, BAD_NAME);
  if (isObject(parameters)) checkSchema(parameters, `${path}.parameters`, add);
  if (parameters === undefined || parametersJsonSchema === undefined) return;
  add(`${path}.parameters`, "only one of parameters and parameters_json_schema may be set");
}

function checkChoice(config: unknown, names: ReadonlySet<string>): void {
  const calling = isObject(config) ? config.functionCallingConfig : undefined;
  if (!isObject(calling)) return;
  const { mode, allowedFunctionNames } = calling;
  const allowed = arrayOf(allowedFunctionNames) as readonly string[];
  if (names.size === 0 && (mode === "ANY" || allowed.length > 0)) {
    throw invalid("Function calling config is set without function_declarations.");
  }
  if (allowed.length === 0) return;
  if (mode !== "ANY" && mode !== "VALIDATED") {
    throw invalid("Please set allowed_function_names only when function calling mode is ANY.");
  }
  const unknown = allowed.filter((name) => !names.has(name));
  if (unknown.length === 0) return;
  throw invalid(
    `allowed_function_names contains functions that are not declared: ${unknown.join(", ")}`,
  );
}
