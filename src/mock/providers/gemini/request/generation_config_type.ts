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

const MODALITIES: readonly string[] = ["MODALITY_UNSPECIFIED", "TEXT", "IMAGE", "AUDIO", "VIDEO"];

const RESOLUTIONS: readonly string[] = ["UNSPECIFIED", "LOW", "MEDIUM", "HIGH"].map((word) =>
  `MEDIA_RESOLUTION_${word}`
);

const LEVELS: readonly string[] = [
  "THINKING_LEVEL_UNSPECIFIED",
  "LOW",
  "MEDIUM",
  "HIGH",
  "MINIMAL",
  "XHIGH",
];

/** What both have. */
const MEMBERS = {
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
  _responseJsonSchema: protoAny,
  responseFormat: protoAny,
  responseModalities: protoList(protoWord("GenerationConfig.Modality", MODALITIES)),
  responseLogprobs: protoBool,
  logprobs: protoInt,
  thinkingConfig: protoMessage("ThinkingConfig", {
    includeThoughts: protoBool,
    thinkingBudget: protoInt,
    thinkingLevel: protoWord("ThinkingConfig.ThinkingLevel", LEVELS),
  }),
  mediaResolution: protoWord("GenerationConfig.MediaResolution", RESOLUTIONS),
  speechConfig: protoStruct,
  imageConfig: protoStruct,
  audioTranscriptionConfig: protoStruct,
  translationConfig: protoStruct,
  enableAffectiveDialog: protoBool,
  enableEnhancedCivicAnswers: protoBool,
};

/** What only Vertex AI has. */
const VERTEX_MEMBERS = {
  audioTimestamp: protoBool,
  routingConfig: protoStruct,
  modelSelectionConfig: protoStruct,
  modelConfig: protoStruct,
};

/**
 * Gives the type of how an answer is wanted.
 *
 * @param isVertex Whether it is Vertex AI's.
 */
export function generationConfigType(isVertex: boolean): ProtoReader {
  return protoMessage("GenerationConfig", { ...MEMBERS, ...(isVertex ? VERTEX_MEMBERS : {}) });
}
