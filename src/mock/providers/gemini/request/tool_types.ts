import type { ProtoReader } from "./proto_value.ts";
import {
  protoAny,
  protoBool,
  protoInt,
  protoList,
  protoMessage,
  protoStruct,
  protoText,
  protoWord,
} from "./proto_value.ts";
import { SCHEMA } from "./schema_type.ts";

const BEHAVIORS: readonly string[] = ["UNSPECIFIED", "BLOCKING", "NON_BLOCKING"];

const DECLARATION = protoMessage("FunctionDeclaration", {
  name: protoText,
  description: protoText,
  parameters: SCHEMA,
  parametersJsonSchema: protoAny,
  response: SCHEMA,
  responseJsonSchema: protoAny,
  behavior: protoWord("FunctionDeclaration.Behavior", BEHAVIORS),
});

/** What both have. */
const TOOLS = {
  functionDeclarations: protoList(DECLARATION),
  googleSearchRetrieval: protoMessage("GoogleSearchRetrieval", {
    dynamicRetrievalConfig: protoStruct,
  }),
  codeExecution: protoMessage("CodeExecution", {}),
  urlContext: protoMessage("UrlContext", {}),
  fileSearch: protoMessage("FileSearch", {
    fileSearchStoreNames: protoList(protoText),
    metadataFilter: protoText,
    topK: protoInt,
  }),
  computerUse: protoStruct,
  mcpServers: protoList(protoStruct),
};
const SEARCH = { searchTypes: protoStruct, timeRangeFilter: protoStruct };
const MAPS = { authConfig: protoStruct, enableWidget: protoBool };

/** What only Vertex AI has. */
const VERTEX_TOOLS = {
  retrieval: protoStruct,
  enterpriseWebSearch: protoStruct,
  exaAiSearch: protoStruct,
  parallelAiSearch: protoStruct,
};
const VERTEX_SEARCH = { blockingConfidence: protoText, excludeDomains: protoList(protoText) };
const VERTEX_MAPS = { groundingTypes: protoStruct };

/**
 * Gives the type of a tool.
 *
 * @param isVertex Whether it is Vertex AI's.
 */
export function toolType(isVertex: boolean): ProtoReader {
  const search = { ...SEARCH, ...(isVertex ? VERTEX_SEARCH : {}) };
  const maps = { ...MAPS, ...(isVertex ? VERTEX_MAPS : {}) };
  return protoMessage("Tool", {
    ...TOOLS,
    googleSearch: protoMessage("Tool.GoogleSearch", search),
    googleMaps: protoMessage("GoogleMaps", maps),
    ...(isVertex ? VERTEX_TOOLS : {}),
  });
}

const MODES: readonly string[] = ["MODE_UNSPECIFIED", "AUTO", "ANY", "NONE", "VALIDATED"];

/**
 * Gives the type of what is said of the use of tools.
 *
 * @param isVertex Whether it is Vertex AI's.
 */
export function toolConfigType(isVertex: boolean): ProtoReader {
  return protoMessage("ToolConfig", {
    functionCallingConfig: protoMessage("FunctionCallingConfig", {
      mode: protoWord("FunctionCallingConfig.Mode", MODES),
      allowedFunctionNames: protoList(protoText),
      ...(isVertex ? { streamFunctionCallArguments: protoBool } : {}),
    }),
    retrievalConfig: protoStruct,
    includeServerSideToolInvocations: protoBool,
  });
}
