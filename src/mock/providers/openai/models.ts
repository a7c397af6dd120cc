import type { JsonObject } from "../../../wire/json.ts";
import type { DataCall, DataReply } from "../endpoint.ts";
import { ProviderProblem } from "../problem.ts";
import { pathText } from "../path_text.ts";

/** When all models of a mock are said to have been made, in seconds since 1970. */
const CREATED = 1_700_000_000;

/**
 * Lists the models that rules name.
 *
 * @param call The request.
 */
export function listModels({ tools }: DataCall): DataReply {
  return { body: { object: "list", data: tools.models.map(modelObject) } };
}

/**
 * Gives a model that rules name; any, where they name none and so serve every one.
 *
 * @param call The request.
 * @throws {ProviderProblem} If the rules name others only.
 */
export function retrieveModel({ params, tools }: DataCall): DataReply {
  const model = pathText(params.model!);
  if (tools.models.length === 0 || tools.models.includes(model)) {
    return { body: modelObject(model) };
  }
  throw new ProviderProblem({
    kind: "not_found",
    message: `The model '${model}' does not exist`,
    param: "model",
    code: "model_not_found",
  });
}

function modelObject(id: string): JsonObject {
  return { id, object: "model", created: CREATED, owned_by: "system" };
}
