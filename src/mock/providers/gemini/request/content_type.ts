import type { ProtoReader } from "./proto_value.ts";
import {
  protoAny,
  protoBool,
  protoBytes,
  protoList,
  protoMessage,
  protoStruct,
  protoText,
  protoWord,
} from "./proto_value.ts";

/** The kinds of data that a part holds one of. */
export const DATA_MEMBERS: readonly string[] = [
  "text",
  "inlineData",
  "fileData",
  "functionCall",
  "functionResponse",
  "executableCode",
  "codeExecutionResult",
  "toolCall",
  "toolResponse",
  "audioTranscription",
];

const BLOB = protoMessage("Blob", {
  mimeType: protoText,
  data: protoBytes,
  displayName: protoText,
});

const FILE_DATA = protoMessage("FileData", {
  mimeType: protoText,
  fileUri: protoText,
  displayName: protoText,
});

/** When a model is to be told what a function gave. */
const TIMES: readonly string[] = ["SCHEDULING_UNSPECIFIED", "SILENT", "WHEN_IDLE", "INTERRUPT"];

const PART = protoMessage("Part", {
  text: protoText,
  thought: protoBool,
  thoughtSignature: protoBytes,
  inlineData: BLOB,
  fileData: FILE_DATA,
  functionCall: protoMessage("FunctionCall", {
    id: protoText,
    name: protoText,
    args: protoStruct,
  }),
  functionResponse: protoMessage("FunctionResponse", {
    id: protoText,
    name: protoText,
    response: protoStruct,
    parts: protoList(protoStruct),
    willContinue: protoBool,
    scheduling: protoWord("FunctionResponse.Scheduling", TIMES),
  }),
  executableCode: protoStruct,
  codeExecutionResult: protoStruct,
  toolCall: protoStruct,
  toolResponse: protoStruct,
  audioTranscription: protoStruct,
  videoMetadata: protoStruct,
  partMetadata: protoStruct,
  mediaResolution: protoAny,
  mediaProcessing: protoAny,
  speechMetadata: protoStruct,
}, DATA_MEMBERS);

/** What somebody says. */
export const CONTENT: ProtoReader = protoMessage("Content", {
  role: protoText,
  parts: protoList(PART),
});
