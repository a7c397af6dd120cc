import type { HttpCall } from "../../http/http_call.ts";
import type { Endpoint } from "../endpoint.ts";
import { cohereChat } from "./chat.ts";
import { cohere } from "./cohere.ts";
import { cohereEmbed } from "./embed.ts";
import { listModels, retrieveModel } from "./models.ts";

/** OpenAI has models at the same path; Cohere's SDKs name themselves. */
function isCohere({ headers }: Pick<HttpCall, "headers">): boolean {
  return headers.get("x-fern-sdk-name")?.startsWith("cohere") ?? false;
}

/** Cohere's endpoints. */
export const COHERE_ENDPOINTS: readonly Endpoint[] = [
  { provider: cohere, method: "POST", path: /\/v2\/chat$/, surface: cohereChat },
  { provider: cohere, method: "POST", path: /\/v2\/embed$/, answer: cohereEmbed },
  { provider: cohere, method: "GET", path: /\/v1\/models$/, when: isCohere, answer: listModels },
  {
    provider: cohere,
    method: "GET",
    path: /\/v1\/models\/(?<model>[^/]+)$/,
    when: isCohere,
    answer: retrieveModel,
  },
];
