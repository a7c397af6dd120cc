/**
 * For authors of agents, runtimes, stores and servers: scripted doubles, checks that an agent goes on after
 * a stop as if there had been none and asks the same whoever builds its requests, the contract of trace stores
 * with stores that keep it, and the conformance of servers that speak a provider's wire.
 *
 * @example The contract of a store, without a test runner
 * ```ts
 * import { MemoryTraceStore, runContract, traceStoreContract } from "@wholeturn/wholeturn/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const cases = traceStoreContract(() => ({ store: new MemoryTraceStore() }), { level: "seed" });
 * const { counts } = await runContract(cases);
 * assertEquals(counts.failed, 0);
 * ```
 *
 * @module
 */
export { ManualClock } from "./src/testing/manual_clock.ts";
export { type Clock } from "./src/clock.ts";
export type { DraftEvent, Entry, Json, SealedEvent } from "./src/store/trace_event.ts";
export type {
  AppendOptions,
  Lease,
  ReadOptions,
  ThreadsOptions,
  ThreadSummary,
  TraceStore,
} from "./src/store/trace_store.ts";
export {
  isTraceStoreError,
  TraceStoreError,
  type TraceStoreErrorCode,
  type TraceStoreErrorInfo,
} from "./src/store/trace_store_error.ts";
export { type NextSeqs, seal, type SealedBatch } from "./src/store/seal.ts";
export { normalPayload } from "./src/store/normal_payload.ts";
export { MemoryTraceStore, type MemoryTraceStoreOptions } from "./src/store/memory_trace_store.ts";
export { SqliteTraceStore } from "./src/store/sqlite/sqlite_trace_store.ts";
export { type SqliteTraceStoreOptions } from "./src/store/sqlite/sqlite_options.ts";
export type {
  SqliteDatabase,
  SqliteStatement,
  SqliteValue,
} from "./src/store/sqlite/sqlite_database.ts";
export {
  DenoKvTraceStore,
  type DenoKvTraceStoreOptions,
} from "./src/store/kv/deno_kv_trace_store.ts";
export type {
  KvAtomic,
  KvFound,
  KvKey,
  KvKeyPart,
  KvLike,
  KvRange,
} from "./src/store/kv/kv_like.ts";
export { EngineTraceStore } from "./src/store/engine_trace_store.ts";
export { type StoreEngine } from "./src/store/store_engine.ts";
export type { EntryPage, EntrySource, Hint } from "./src/store/entry_iterator.ts";
export { copyThread } from "./src/store/copy_thread.ts";
export { moveThread, type MoveThreadOptions } from "./src/store/move_thread.ts";
export { exportThread, importThread } from "./src/store/thread_lines.ts";
export { HeldBatch } from "./src/store/seal.ts";
export { traceStoreContract } from "./src/testing/contract/trace_store_contract.ts";
export type {
  Capability,
  ContractArea,
  ContractCase,
  ContractLevel,
  OpenStore,
  StoreUnderTest,
  TraceStoreContractOptions,
} from "./src/testing/contract/contract_case.ts";
export {
  checkAgainstModel,
  type CheckAgainstModelOptions,
} from "./src/testing/model/check_against_model.ts";
export { findAnomalies } from "./src/testing/history/find_anomalies.ts";
export type {
  Anomaly,
  AppendOperation,
  Operation,
  ReadOperation,
} from "./src/testing/history/operation.ts";
export {
  type RecordedHistory,
  recordHistory,
  type RecordHistoryOptions,
} from "./src/testing/history/record_history.ts";
export { runContract, type RunContractOptions } from "./src/testing/contract/run_contract.ts";
export type { ReporterName } from "./src/testing/contract/reporters.ts";
export type {
  ContractReport,
  ContractResult,
  ContractVerdict,
} from "./src/testing/contract/contract_report.ts";
export { ContractViolation, isViolation, type ViolationParts } from "./src/checks/violation.ts";
export { WholeturnError } from "./src/errors.ts";
export { canonicalJson } from "./src/agent/canonical_json.ts";
export { HASH_ALGORITHM, hashJson } from "./src/agent/hash_json.ts";
export type {
  ChatCallOptions,
  ChatModel,
  Fragment,
  ModelOutput,
  OutputToolCall,
  StreamingChatModel,
} from "./src/agent/chat_model.ts";
export type { Tool, ToolContext } from "./src/agent/tool.ts";
export type { EffectIntent, Effector } from "./src/agent/effector.ts";
export type { Trace } from "./src/agent/trace.ts";
export type {
  Agent,
  EffectStep,
  Graph,
  ModelStep,
  PlainStep,
  Step,
  ToolsStep,
} from "./src/agent/graph.ts";
export { latestTurn, messagesOf } from "./src/agent/turn_records.ts";
export { AgentCatalog, type AgentCatalogOptions } from "./src/agent/agent_catalog.ts";
export { Thread, type TurnOptions } from "./src/agent/thread.ts";
export { noteRequest, type ObservedStore } from "./src/agent/observed_store.ts";
export { ScriptLeftError, ScriptOverError } from "./src/testing/doubles/script_errors.ts";
export type { ScriptOptions } from "./src/testing/doubles/script.ts";
export {
  ScriptedChatModel,
  type ScriptedChatModelOptions,
} from "./src/testing/doubles/scripted_chat_model.ts";
export { ScriptedTool, type ScriptedToolOptions } from "./src/testing/doubles/scripted_tool.ts";
export { ScriptedEffector } from "./src/testing/doubles/scripted_effector.ts";
export { ScriptedStep } from "./src/testing/doubles/scripted_step.ts";
export { outputsFromRule, ruleFromOutputs } from "./src/testing/doubles/mock_rule.ts";
export type { ReadRule, ScriptRule } from "./src/testing/doubles/mock_rule.ts";
export {
  type ChatForm,
  type ModelRule,
  ruleFromModel,
} from "./src/testing/doubles/rule_from_model.ts";
export type {
  AssistantMessage,
  Message,
  SystemMessage,
  ToolChoice,
  ToolMessage,
  ToolSpec,
  TurnRequest,
  UserMessage,
} from "./src/turn/request.ts";
export type {
  ReasoningBlock,
  ReasoningEvent,
  TextEvent,
  ToolCall,
  ToolCallEvent,
} from "./src/turn/turn.ts";
export { type Usage } from "./src/turn/usage.ts";
export {
  checkResumeEquivalence,
  type ResumeOptions,
  type ResumeReport,
} from "./src/agent/resume/check_resume_equivalence.ts";
export type {
  AgentRuntime,
  AgentThread,
  Process,
  ProcessOptions,
  Scenario,
  World,
} from "./src/agent/resume/agent_runtime.ts";
export {
  type ResumeMismatch,
  ResumeMismatchError,
  type StopKind,
} from "./src/agent/resume/resume_mismatch_error.ts";
export {
  checkDeterminism,
  type DeterminismReport,
} from "./src/agent/determinism/check_determinism.ts";
export { type DeterminismOptions } from "./src/agent/determinism/determinism_options.ts";
export { type Ambient } from "./src/agent/determinism/ambient/ambient.ts";
export { builtBy, type GraphFor, type Rebuilder } from "./src/agent/determinism/configuration.ts";
export { refusing } from "./src/agent/determinism/refusing.ts";
export {
  type BuildFault,
  type BuildMismatch,
  NondeterministicBuildError,
} from "./src/agent/determinism/nondeterministic_build_error.ts";
export {
  type ProcessIn,
  workerProcess,
  type WorkerWorld,
} from "./src/agent/worker/worker_process.ts";

export { httpConformance } from "./src/testing/http/http_conformance.ts";
export {
  HTTP_PROMPTS,
  type HttpArea,
  type HttpCapability,
  type HttpConformanceOptions,
  type HttpPrompts,
} from "./src/testing/http/http_conformance_options.ts";
export type { WireId } from "./src/wire/wire.ts";

// deno-coverage-ignore-start -- runs only as a program, which tests start as a process
if ((import.meta as { readonly main?: boolean }).main) {
  // Not awaited here: the module of a store imports this one, which must be whole by then.
  void import("./src/testing/contract/cli/main.ts").then(({ runProgram }) => runProgram());
}
// deno-coverage-ignore-stop
