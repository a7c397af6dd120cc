/**
 * Contract checks for streaming adapters of language models: **a turn arrives whole, or it is an
 * error.** Point them at the adapter or SDK you use, and learn where it lets a cut, broken or
 * abandoned stream pass as a whole turn.
 *
 * @example Check an adapter
 * ```ts
 * import { fetchModel, modelChecks, runChecks } from "@wholeturn/wholeturn";
 * import { assert } from "@std/assert";
 *
 * const checks = modelChecks(
 *   ({ baseUrl, fetch }) => fetchModel({ wire: "openai-chat", baseUrl, fetch, apiKey: "none" }),
 *   "openai-chat",
 *   { server: false },
 * );
 * const report = await runChecks(checks);
 * assert(report.ok);
 * ```
 *
 * @module
 */
export { type Bytes } from "./src/bytes.ts";
export { type Decoder } from "./src/decoder.ts";
export { decodeStream, toStage } from "./src/decode_stream.ts";
export { encodeNdjson, type EncodeNdjsonOptions } from "./src/sse/encode_ndjson.ts";
export { encodeSse, type EncodeSseOptions, type SseEventInit } from "./src/sse/encode_sse.ts";
export { NdjsonDecoder, type NdjsonDecoderOptions } from "./src/sse/ndjson_decoder.ts";
export { SseDecoder, type SseDecoderOptions } from "./src/sse/sse_decoder.ts";
export { type SseEvent } from "./src/sse/sse_event.ts";
export {
  ConfigError,
  ModelError,
  type ModelErrorCode,
  type ModelErrorInfo,
  TruncatedToolArgumentsError,
  WholeturnError,
} from "./src/errors.ts";
export { findWholeturnError, isWholeturnError } from "./src/find_wholeturn_error.ts";
export { type Clock, systemClock } from "./src/clock.ts";
export { assemble, type AssembleOptions } from "./src/turn/assemble.ts";
export { type Finish, isNeutralReason, type NeutralReason } from "./src/turn/finish.ts";
export type {
  AssistantMessage,
  Message,
  Model,
  StreamOptions,
  SystemMessage,
  ToolChoice,
  ToolMessage,
  ToolSpec,
  TurnRequest,
  UserMessage,
} from "./src/turn/request.ts";
export type {
  FinishEvent,
  ReasoningBlock,
  ReasoningEvent,
  TextEvent,
  ToolCall,
  ToolCallEvent,
  Turn,
  TurnEvent,
} from "./src/turn/turn.ts";
export { type Usage, ZERO_USAGE } from "./src/turn/usage.ts";
export type { DecodeOptions, WireId } from "./src/wire/wire.ts";
export { type ReadTurnOptions } from "./src/wire/read_turn.ts";
export { type OpenAiDialectName } from "./src/wire/openai_chat/dialects.ts";
export { wireReader } from "./src/wire/wire_reader.ts";
export { fetchModel } from "./src/adapter/fetch_model.ts";
export { type FetchModelOptions } from "./src/adapter/fetch_model_options.ts";
export { type Check } from "./src/checks/check.ts";
export { type AdapterEnv } from "./src/checks/lab/lab.ts";
export { modelChecks, type ModelChecksOptions, type NewModel } from "./src/checks/model_checks.ts";
export { type CustomWire } from "./src/checks/subject.ts";
export { toolConfigChecks } from "./src/checks/tool_config_checks.ts";
export { toolNameChecks, type ToolNames } from "./src/checks/tool_name_checks.ts";
export { type ToolChecksOptions } from "./src/checks/tool_checks.ts";
export { checkFinish } from "./src/checks/check_finish.ts";
export {
  type Emit,
  type ErrorEmit,
  type PushReader,
  type SseReader,
} from "./src/checks/sse/emit.ts";
export { pushReader } from "./src/checks/sse/push_reader.ts";
export { readSse, type ReadSseOptions, type SseResult } from "./src/checks/sse/read_sse.ts";
export { checkSsePrefix } from "./src/checks/sse/check_sse_prefix.ts";
export { type FuzzCorpus, fuzzSse, type FuzzSseOptions } from "./src/checks/fuzz/fuzz_sse.ts";
export { registerChecks, type RegisterTest } from "./src/checks/register_checks.ts";
export {
  type CheckReport,
  type CheckResult,
  runChecks,
  type RunChecksOptions,
} from "./src/checks/run_checks.ts";
export { formatReport, type ReportFormat } from "./src/checks/report/format_report.ts";
export { type ReportColumn } from "./src/checks/report/matrix.ts";
export { ContractViolation, isViolation, type ViolationParts } from "./src/checks/violation.ts";
export {
  type AiSdk,
  aiSdk,
  type AiSdkBridgeOptions,
  type AiSdkModel,
} from "./src/checks/bridges/ai_sdk.ts";
export { type BridgeOptions } from "./src/checks/bridges/bridge.ts";
export {
  type AnthropicBridgeOptions,
  type AnthropicClient,
  anthropicMessages,
} from "./src/checks/bridges/anthropic_messages.ts";
export { cohere, type CohereClient } from "./src/checks/bridges/cohere.ts";
export { googleGenAi, type GoogleGenAiClient } from "./src/checks/bridges/google_gen_ai.ts";
export { langChain, type LangChainModel } from "./src/checks/bridges/lang_chain.ts";
export { mistral, type MistralClient } from "./src/checks/bridges/mistral.ts";
export { ollama, type OllamaClient } from "./src/checks/bridges/ollama.ts";
export {
  openAiChat,
  type OpenAiChatBridgeOptions,
  type OpenAiChatClient,
} from "./src/checks/bridges/openai_chat.ts";
export {
  openAiResponses,
  type OpenAiResponsesBridgeOptions,
  type OpenAiResponsesClient,
} from "./src/checks/bridges/openai_responses.ts";
