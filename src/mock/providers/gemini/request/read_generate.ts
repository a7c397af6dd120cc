import { arrayOf, isObject } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import type { Ask, BodyFraming } from "../../../request/ask.ts";
import { adoptRequest } from "../../../request/snapshot_request.ts";
import { pathText } from "../../path_text.ts";
import type { UnknownMembers } from "../../unknown_members.ts";
import { checkGenerate } from "./check_generate.ts";
import { withoutThoughts } from "../../../result/without_thoughts.ts";
import { fitRequest } from "./fit_request.ts";
import { neutralRequest, textForm } from "./neutral_request.ts";
import { GENERATE_REQUEST, VERTEX_GENERATE_REQUEST } from "./request_types.ts";

/**
 * Reads a request of an answer, and refuses what Gemini refuses.
 *
 * @param body The request's body.
 * @param model The model, as it stands in the path.
 * @param framing What the answer is to be streamed in, by the path.
 * @param isVertex Whether it is Vertex AI's.
 * @param mode What happens to members that Gemini does not have.
 * @throws {ProviderProblem} If Gemini would refuse it.
 */
export function readGenerate(
  body: JsonObject,
  model: string,
  framing: BodyFraming | undefined,
  isVertex: boolean,
  mode: UnknownMembers,
): Ask {
  const name = pathText(model);
  const type = isVertex ? VERTEX_GENERATE_REQUEST : GENERATE_REQUEST;
  const read = fitRequest(body, type, mode);
  checkGenerate(read, name, isVertex);
  const config = isObject(read.generationConfig) ? read.generationConfig : {};
  return {
    surface: "gemini",
    request: adoptRequest(neutralRequest(read, name, framing !== undefined)),
    body,
    framing,
    count: numberOf(config.candidateCount) ?? 1,
    maxTokens: numberOf(config.maxOutputTokens),
    stop: arrayOf(config.stopSequences) as readonly string[],
    form: textForm(config),
    fit: forbidsThoughts(config) ? withoutThoughts : undefined,
  };
}

/** A request may also say that it only wants to see none; those there are count then. */
function forbidsThoughts({ thinkingConfig: thinking }: JsonObject): boolean {
  return isObject(thinking) && thinking.thinkingBudget === 0;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
