import type { JsonObject } from "../../../../wire/json.ts";
import type { FieldFault } from "../gemini_problem.ts";
import { misfit } from "../gemini_problem.ts";
import type { ProtoReader } from "./proto_value.ts";

/**
 * Reads a body by its type.
 *
 * @param body The body.
 * @param type The type.
 * @returns The body with its names in camel case.
 * @throws {ProviderProblem} If it does not fit; the message has every fault.
 */
export function fitRequest(body: JsonObject, type: ProtoReader): JsonObject {
  const faults: FieldFault[] = [];
  const read = type(body, { parent: "", name: "", path: "" }, faults);
  if (faults.length > 0) throw misfit(faults);
  return read as JsonObject;
}
