import { arrayOf, isObject } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import { countInput } from "../../../result/count_usage.ts";
import type { DataCall, DataReply } from "../../endpoint.ts";
import { invalid } from "../../problem.ts";
import { pathText } from "../../path_text.ts";
import { fitRequest } from "../request/fit_request.ts";
import { neutralRequest } from "../request/neutral_request.ts";
import { COUNT_REQUEST } from "../request/request_types.ts";

/**
 * Counts the tokens that a request would make a model read.
 *
 * @param call The request.
 * @throws {ProviderProblem} If Gemini would refuse it.
 */
export function countTokens({ params, body, tools: { unknownMembers } }: DataCall): DataReply {
  const read = fitRequest(body, COUNT_REQUEST, unknownMembers);
  const inner = read.generateContentRequest;
  if (isObject(inner) && read.contents !== undefined) {
    throw invalid("Only one of contents and generate_content_request may be set.");
  }
  const counted: JsonObject = isObject(inner) ? inner : read;
  if (arrayOf(counted.contents).length === 0) {
    throw invalid("* CountTokensRequest.contents: contents is not specified\n");
  }
  const neutral = neutralRequest(counted, pathText(params.model ?? ""), false);
  const { messages, tools } = neutral;
  const totalTokens = countInput(Array.isArray(tools) ? { messages, tools } : { messages });
  return {
    body: {
      totalTokens,
      promptTokensDetails: [{ modality: "TEXT", tokenCount: totalTokens }],
    },
  };
}
