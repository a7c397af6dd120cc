import { CONTENT } from "./content_type.ts";
import { generationConfigType } from "./generation_config_type.ts";
import type { ProtoReader } from "./proto_value.ts";
import {
  protoBool,
  protoInt,
  protoList,
  protoMessage,
  protoStruct,
  protoText,
  protoWord,
} from "./proto_value.ts";
import { toolConfigType, toolType } from "./tool_types.ts";

const CATEGORIES: readonly string[] = [
  "UNSPECIFIED",
  "HARASSMENT",
  "HATE_SPEECH",
  "SEXUALLY_EXPLICIT",
  "DANGEROUS_CONTENT",
  "CIVIC_INTEGRITY",
  "JAILBREAK",
  "IMAGE_HATE",
  "IMAGE_DANGEROUS_CONTENT",
  "IMAGE_HARASSMENT",
  "IMAGE_SEXUALLY_EXPLICIT",
].map((word) => `HARM_CATEGORY_${word}`);

const THRESHOLDS: readonly string[] = [
  "HARM_BLOCK_THRESHOLD_UNSPECIFIED",
  "BLOCK_LOW_AND_ABOVE",
  "BLOCK_MEDIUM_AND_ABOVE",
  "BLOCK_ONLY_HIGH",
  "BLOCK_NONE",
  "OFF",
];

const METHODS: readonly string[] = [
  "HARM_BLOCK_METHOD_UNSPECIFIED",
  "SEVERITY",
  "PROBABILITY",
];

function safetySettingType(isVertex: boolean): ProtoReader {
  return protoMessage("SafetySetting", {
    category: protoWord("HarmCategory", CATEGORIES),
    threshold: protoWord("SafetySetting.HarmBlockThreshold", THRESHOLDS),
    ...(isVertex ? { method: protoWord("SafetySetting.HarmBlockMethod", METHODS) } : {}),
  });
}

/** These words are in small letters, unlike those of all other types. */
const TIERS: readonly string[] = ["unspecified", "standard", "flex", "priority"];

function generateRequestType(isVertex: boolean): ProtoReader {
  return protoMessage("GenerateContentRequest", {
    model: protoText,
    contents: protoList(CONTENT),
    systemInstruction: CONTENT,
    tools: protoList(toolType(isVertex)),
    toolConfig: toolConfigType(isVertex),
    safetySettings: protoList(safetySettingType(isVertex)),
    generationConfig: generationConfigType(isVertex),
    cachedContent: protoText,
    serviceTier: protoWord("ServiceTier", TIERS),
    store: protoBool,
    continuationToken: protoText,
    labels: protoStruct,
    ...(isVertex ? { modelArmorConfig: protoStruct } : {}),
  });
}

/** A request of an answer. */
export const GENERATE_REQUEST: ProtoReader = generateRequestType(false);

/** A request of an answer of Vertex AI, which has more. */
export const VERTEX_GENERATE_REQUEST: ProtoReader = generateRequestType(true);

/** A request of a count. */
export const COUNT_REQUEST: ProtoReader = protoMessage("CountTokensRequest", {
  model: protoText,
  contents: protoList(CONTENT),
  generateContentRequest: GENERATE_REQUEST,
  // These are Vertex AI's.
  systemInstruction: CONTENT,
  tools: protoList(toolType(true)),
  generationConfig: generationConfigType(true),
});

const TASKS: readonly string[] = [
  "TASK_TYPE_UNSPECIFIED",
  "RETRIEVAL_QUERY",
  "RETRIEVAL_DOCUMENT",
  "SEMANTIC_SIMILARITY",
  "CLASSIFICATION",
  "CLUSTERING",
  "QUESTION_ANSWERING",
  "FACT_VERIFICATION",
  "CODE_RETRIEVAL_QUERY",
];

/** A request of one vector. */
export const EMBED_REQUEST: ProtoReader = protoMessage("EmbedContentRequest", {
  model: protoText,
  content: CONTENT,
  taskType: protoWord("TaskType", TASKS),
  title: protoText,
  outputDimensionality: protoInt,
  autoTruncate: protoBool,
  embedContentConfig: protoStruct,
});

/** A request of several vectors. */
export const BATCH_EMBED_REQUEST: ProtoReader = protoMessage("BatchEmbedContentsRequest", {
  model: protoText,
  requests: protoList(EMBED_REQUEST),
});
