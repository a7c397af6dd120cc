/**
 * MockGPT: the APIs of OpenAI, Anthropic, Gemini, Ollama and Cohere without the providers, in process or on a
 * port. Rules say what is answered; every answer is sent as the provider sends it, and every fault happens at an
 * exact frame, byte or time.
 *
 * {@linkcode MockGPT} is given to an SDK through the SDK's `fetch` option, or serves on a port. As a program,
 * `deno run --allow-net=127.0.0.1 --allow-read mock.ts --help`. The reference is `docs/mock.md`.
 *
 * @example Any SDK or adapter, through its `fetch` option
 * ```ts
 * import { MockGPT } from "@wholeturn/wholeturn/mock";
 * import { assemble, fetchModel } from "@wholeturn/wholeturn";
 * import { assertEquals, assertRejects } from "@std/assert";
 *
 * const mock = new MockGPT({
 *   rules: [{
 *     prompt: "weather",
 *     sequence: [
 *       { result: "Sunny.", delivery: { faults: [{ kind: "reset", afterFrames: 1 }] } },
 *       { result: "Sunny." },
 *     ],
 *   }],
 * });
 * const model = fetchModel({
 *   wire: "anthropic-messages",
 *   baseUrl: "http://mock",
 *   model: "claude-sonnet-5",
 *   fetch: mock.fetch,
 * });
 * const request = { messages: [{ role: "user" as const, content: "How is the weather?" }] };
 *
 * await assertRejects(() => assemble(model.stream(request)));
 * assertEquals((await assemble(model.stream(request))).text, "Sunny.");
 * mock.assertDone();
 * ```
 *
 * @module
 */
export { turnResponse } from "./src/mock/turn_response.ts";
export type { EncodeOptions, WireId } from "./src/wire/wire.ts";
export type {
  FinishEvent,
  ReasoningEvent,
  TextEvent,
  ToolCallEvent,
  TurnEvent,
} from "./src/turn/turn.ts";
export { type Finish } from "./src/turn/finish.ts";
export { type Usage, ZERO_USAGE } from "./src/turn/usage.ts";
export { MockGPT } from "./src/mock/mock_gpt.ts";
export type { DoneOptions } from "./src/mock/calls/done_options.ts";
export type { MockGptOptions } from "./src/mock/options/mock_gpt_options.ts";
export { encodeModelResponse, type OnSettled } from "./src/mock/encode_model_response.ts";
export { snapshotRequest } from "./src/mock/request/snapshot_request.ts";
export type {
  ModelMessage,
  ModelRequest,
  ModelRequestInit,
} from "./src/mock/request/model_request.ts";
export type {
  JsonValue,
  ModelResult,
  ResultBlock,
  ResultCitation,
  ResultReasoning,
  ResultToolCall,
  ResultUsage,
} from "./src/mock/result/model_result.ts";
export type { GeneratedResult, GeneratedToolCall } from "./src/mock/result/generated_result.ts";
export type { AnswerUsage } from "./src/mock/result/answer.ts";
export type { Rule, SequenceEnd } from "./src/mock/rules/rule.ts";
export type { CallFacts, Criteria, TextCriterion } from "./src/mock/rules/criteria.ts";
export type {
  Generator,
  GeneratorContext,
  Reply,
  ResponseDescription,
} from "./src/mock/rules/reply.ts";
export type {
  Chunking,
  Delivery,
  Fault,
  FaultKind,
  Spelling,
  Timing,
} from "./src/mock/delivery/delivery_plan.ts";
export type { Chaos, ChaosEffect, ChaosFault } from "./src/mock/delivery/chaos.ts";
export type { RetryAfter } from "./src/mock/delivery/retry_headers.ts";
export type { Problem, ProblemKind } from "./src/mock/providers/problem.ts";
export type { SurfaceId } from "./src/mock/providers/surface_id.ts";
export type { UnknownMembers } from "./src/mock/providers/unknown_members.ts";
export type { MockRecord, MockRecordCall, RecordOutcome } from "./src/mock/journal/mock_record.ts";
export type { Clock } from "./src/clock.ts";
export type { ServeOptions, Server } from "./src/server/serve.ts";
export { MockError, type MockErrorCode } from "./src/mock/mock_error.ts";
export type { Explanation, RuleStanding } from "./src/mock/rules/explanation.ts";
export type { Misfit } from "./src/mock/rules/misfit.ts";
export { WholeturnError } from "./src/errors.ts";
export type { StreamOptions } from "./src/turn/request.ts";
export { type Generators, generators } from "./src/mock/generators/generators.ts";
export type { SummaryOptions } from "./src/mock/generators/summary.ts";
export type {
  Verdict,
  VerdictFinding,
  VerdictOptions,
  VerdictRule,
} from "./src/mock/journal/verdict.ts";
export type { ExplainOptions, InProcessOptions } from "./src/mock/rules/call_origin.ts";
export type { Injection } from "./src/mock/rules/injection.ts";
export { readFixtures } from "./src/mock/fixtures/read_fixtures.ts";
export type { Fixtures } from "./src/mock/fixtures/fixtures.ts";
export { readChunks, type ReadChunksOptions } from "./src/mock/fixtures/chunks_txt.ts";
export type {
  Cassette,
  Exchange,
  RecordedEnd,
  RecordedPiece,
  RecordedRequest,
  RecordedResponse,
} from "./src/mock/recording/cassette.ts";
export type { ForwardOptions, RedactOptions } from "./src/mock/recording/forward_options.ts";
export type { ReplayOptions } from "./src/mock/recording/replay_options.ts";
export type { ProviderId } from "./src/mock/providers/provider.ts";
export type { CapturedFrame } from "./src/mock/recording/captured_frame.ts";

// deno-coverage-ignore-start -- runs only as a program, which tests start as a process
// Not awaited here: require() cannot load a module that awaits.
if ((import.meta as { readonly main?: boolean }).main) void runProgram();

async function runProgram(): Promise<void> {
  const { main } = await import("./src/mock/cli/main.ts");
  const { default: process } = await import("node:process");
  process.exitCode = await main(process.argv.slice(2));
}
// deno-coverage-ignore-stop
