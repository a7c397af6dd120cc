import type { JsonObject } from "../../../../wire/json.ts";
import type { UnknownMembers } from "../../unknown_members.ts";
import type { FieldFault } from "../gemini_problem.ts";
import { misfit } from "../gemini_problem.ts";
import type { ProtoReader } from "./proto_value.ts";

/**
 * Reads a body by its type.
 *
 * @param body The body.
 * @param type The type.
 * @param mode What happens to members that it does not have.
 * @returns The body with its names in camel case.
 * @throws {ProviderProblem} If it does not fit; the message has every fault.
 */
export function fitRequest(body: JsonObject, type: ProtoReader, mode: UnknownMembers): JsonObject {
  const faults: FieldFault[] = [];
  const read = type(body, { parent: "", name: "", path: "" }, faults);
  const told = mode === "accept" ? faults.filter(({ isUnknown }) => !isUnknown) : faults;
  if (told.length > 0) throw misfit(told);
  return read as JsonObject;
}
