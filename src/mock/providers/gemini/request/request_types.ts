import { CONTENT } from "./content_type.ts";
import type { ProtoReader } from "./proto_value.ts";
import {
  protoAny,
  protoBool,
  protoFloat,
  protoInt,
  protoList,
  protoMessage,
  protoStruct,
  protoText,
  protoWord,
} from "./proto_value.ts";
import { SCHEMA } from "./schema_type.ts";

const DECLARATION = protoMessage("FunctionDeclaration", {
  name: protoText,
  description: protoText,
  parameters: SCHEMA,
  parametersJsonSchema: protoAny,
  response: SCHEMA,
  responseJsonSchema: protoAny,
  behavior: protoText,
});

const TOOL = protoMessage("Tool", {
  functionDeclarations: protoList(DECLARATION),
  googleSearch: protoStruct,
  googleSearchRetrieval: protoStruct,
  codeExecution: protoStruct,
  urlContext: protoStruct,
  googleMaps: protoStruct,
  fileSearch: protoStruct,
  computerUse: protoStruct,
  mcpServers: protoList(protoStruct),
  retrieval: protoStruct,
  enterpriseWebSearch: protoStruct,
  exaAiSearch: protoStruct,
  parallelAiSearch: protoStruct,
});

const MODES: readonly string[] = ["MODE_UNSPECIFIED", "AUTO", "ANY", "NONE", "VALIDATED"];

const TOOL_CONFIG = protoMessage("ToolConfig", {
  functionCallingConfig: protoMessage("FunctionCallingConfig", {
    mode: protoWord("FunctionCallingConfig.Mode", MODES),
    allowedFunctionNames: protoList(protoText),
    streamFunctionCallArguments: protoBool,
  }),
  retrievalConfig: protoStruct,
  includeServerSideToolInvocations: protoBool,
});

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

const SAFETY_SETTING = protoMessage("SafetySetting", {
  category: protoWord("HarmCategory", CATEGORIES),
  threshold: protoWord("SafetySetting.HarmBlockThreshold", THRESHOLDS),
  method: protoText,
});

const GENERATION_CONFIG = protoMessage("GenerationConfig", {
  temperature: protoFloat,
  topP: protoFloat,
  topK: protoFloat,
  candidateCount: protoInt,
  maxOutputTokens: protoInt,
  stopSequences: protoList(protoText),
  seed: protoInt,
  presencePenalty: protoFloat,
  frequencyPenalty: protoFloat,
  responseMimeType: protoText,
  responseSchema: SCHEMA,
  responseJsonSchema: protoAny,
  responseFormat: protoAny,
  responseModalities: protoList(protoText),
  responseLogprobs: protoBool,
  logprobs: protoInt,
  thinkingConfig: protoMessage("ThinkingConfig", {
    includeThoughts: protoBool,
    thinkingBudget: protoInt,
    thinkingLevel: protoText,
  }),
  mediaResolution: protoText,
  speechConfig: protoStruct,
  imageConfig: protoStruct,
  audioTimestamp: protoBool,
  audioTranscriptionConfig: protoStruct,
  routingConfig: protoStruct,
  modelSelectionConfig: protoStruct,
  translationConfig: protoStruct,
  enableAffectiveDialog: protoBool,
  enableEnhancedCivicAnswers: protoBool,
});

/** A request of an answer. */
export const GENERATE_REQUEST: ProtoReader = protoMessage("GenerateContentRequest", {
  model: protoText,
  contents: protoList(CONTENT),
  systemInstruction: CONTENT,
  tools: protoList(TOOL),
  toolConfig: TOOL_CONFIG,
  safetySettings: protoList(SAFETY_SETTING),
  generationConfig: GENERATION_CONFIG,
  cachedContent: protoText,
  serviceTier: protoText,
  store: protoBool,
  continuationToken: protoText,
  labels: protoStruct,
  modelArmorConfig: protoStruct,
});

/** A request of a count. */
export const COUNT_REQUEST: ProtoReader = protoMessage("CountTokensRequest", {
  model: protoText,
  contents: protoList(CONTENT),
  generateContentRequest: GENERATE_REQUEST,
  // These are Vertex AI's.
  systemInstruction: CONTENT,
  tools: protoList(TOOL),
  generationConfig: GENERATION_CONFIG,
});

/** A request of one vector. */
export const EMBED_REQUEST: ProtoReader = protoMessage("EmbedContentRequest", {
  model: protoText,
  content: CONTENT,
  taskType: protoText,
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
