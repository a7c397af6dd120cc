import type { HttpCall } from "../../http/http_call.ts";
import type { BodyFraming } from "../../request/ask.ts";
import type { DataCall, DataReply, Endpoint } from "../endpoint.ts";
import { countTokens } from "./data/count_tokens.ts";
import { batchEmbedContents, embedContent, predict } from "./data/embed_content.ts";
import { getModel, listModels } from "./data/models.ts";
import { gemini } from "./gemini.ts";
import { generateContent } from "./generate_content.ts";

type Query = Pick<HttpCall, "query">;

/** What holds the models of the Gemini API, those of Vertex AI, and either. */
const HOLDERS = {
  gemini: String.raw`\/(?:models|tunedModels)`,
  vertex: String.raw`(?:\/publishers\/[^/]+\/models|\/endpoints)`,
  either: String.raw`\/(?:models|tunedModels|endpoints)`,
} as const;

/** Methods stand after a colon, which some clients escape. */
function method(name: string, holder: keyof typeof HOLDERS): RegExp {
  return new RegExp(String.raw`${HOLDERS[holder]}\/(?<model>[^/:]+?)(?::|%3A)${name}$`, "i");
}

/** Vertex AI's come first, as their paths end like the Gemini API's. */
const TURNS: readonly Endpoint[] = [true, false].flatMap((isVertex): readonly Endpoint[] => [
  turn("generateContent", isVertex, undefined),
  turn("streamGenerateContent", isVertex, "sse", ({ query }) => query.get("alt") === "sse"),
  turn("streamGenerateContent", isVertex, "json-array"),
]);

function turn(
  name: string,
  isVertex: boolean,
  framing: BodyFraming | undefined,
  when?: (call: Query) => boolean,
): Endpoint {
  const surface = generateContent(framing, isVertex);
  const { provider } = surface;
  return {
    provider,
    method: "POST",
    path: method(name, isVertex ? "vertex" : "gemini"),
    surface,
    when,
  };
}

function data(name: string, answer: (call: DataCall) => DataReply | Promise<DataReply>): Endpoint {
  return { provider: gemini, method: "POST", path: method(name, "either"), answer };
}

/** Of the two versions of the API, OpenAI has the paths of one as well; there Google's key tells. */
const hasGoogleKey = ({ headers, query }: Pick<HttpCall, "headers" | "query">): boolean =>
  headers.has("x-goog-api-key") || query.has("key");

/** The endpoints of the Gemini API, and of Vertex AI where it has the same. */
export const GEMINI_ENDPOINTS: readonly Endpoint[] = [
  ...TURNS,
  data("countTokens", countTokens),
  data("embedContent", embedContent),
  data("batchEmbedContents", batchEmbedContents),
  data("predict", predict),
  { provider: gemini, method: "GET", path: /\/v1(?:alpha|beta\d*)\/models$/, answer: listModels },
  {
    provider: gemini,
    method: "GET",
    path: /\/v1(?:alpha|beta\d*)\/models\/(?<model>[^/]+)$/,
    answer: getModel,
  },
  {
    provider: gemini,
    method: "GET",
    path: /\/v1\/models$/,
    when: hasGoogleKey,
    answer: listModels,
  },
  {
    provider: gemini,
    method: "GET",
    path: /\/v1\/models\/(?<model>[^/]+)$/,
    when: hasGoogleKey,
    answer: getModel,
  },
];
