import { isWholeturnError } from "../find_wholeturn_error.ts";
import { shown } from "../shown.ts";
import { normalPayload } from "../store/normal_payload.ts";
import type { Json } from "../store/trace_event.ts";
import type { TurnRequest } from "../turn/request.ts";
import type { ModelOutput } from "./chat_model.ts";
import type { EffectIntent } from "./effector.ts";
import { RECORD_STREAMS } from "./graph.ts";
import type {
  EffectStep,
  ModelStep,
  PlainStep,
  RecordedOutput,
  ToolResultPayload,
  ToolsStep,
} from "./graph.ts";
import { hashJson } from "./hash_json.ts";
import { misuse } from "./misuse.ts";
import { outputFault } from "./output_fault.ts";
import { recordOf, type ThreadLog } from "./thread_log.ts";
import type { Tool } from "./tool.ts";
import { lastRecord, openToolCalls } from "./turn_records.ts";

/** What the steps of a turn are run with. */
export interface StepContext {
  /** The thread's log. */
  readonly log: ThreadLog;
  /** Is told of each request before it is sent. */
  noteRequest(hash: string, request: Json): void;
  /** Is told of what ends the turn, if the agent has not the form it should have. */
  noteMisuse(error: unknown): void;
  /** Ends the turn's part in this process. */
  readonly signal: AbortSignal | undefined;
}

/** Asks the model and records its answer. */
export async function runModelStep(step: ModelStep, context: StepContext): Promise<void> {
  const { log, signal } = context;
  const request = normalPayload(await step.build(log.trace) as unknown as Json, "request");
  if (!Array.isArray((request as Partial<TurnRequest> | null)?.messages)) {
    throw misuse(
      new TypeError(
        `Cannot ask as the step '${step.name}' must build a request with a list 'messages': got ${
          shown(request)
        }`,
      ),
    );
  }
  const requestHash = await hashJson(request);
  context.noteRequest(requestHash, request);
  const asked = request as unknown as TurnRequest;
  const output = await step.model.complete(asked, { model: asked.model, signal });
  const recorded = recordedOutput(output, `id-${log.position + 1}`);
  await log.record("model_call", { step: step.name, requestHash, output: recorded });
}

function recordedOutput(output: ModelOutput, prefix: string): RecordedOutput {
  const fault = outputFault(output);
  if (fault !== undefined) throw misuse(new TypeError(`Cannot record an answer as ${fault}`));
  const { content = "", toolCalls = [], ...rest } = output;
  // Not the model's own ids: asked again after a stop, it would give others.
  const calls = toolCalls.map(({ name, arguments: args }, index) => ({
    id: `${prefix}-${index}`,
    name,
    arguments: args,
  }));
  return { ...rest, content, toolCalls: calls };
}

/** Runs the tools that were called and records their results at once, in the order of the calls. */
export async function runToolsStep(step: ToolsStep, context: StepContext): Promise<void> {
  const { log } = context;
  step.tools.forEach((tool) => requireTool(step, tool));
  const calls = openToolCalls(log.trace);
  if (calls.length === 0) throw nothingRecorded(step.name);
  const running = calls.map((call) =>
    runTool(step.tools.find(({ name }) => name === call.name), call, context)
  );
  // All must end before the step does, also when one of them fails.
  await Promise.allSettled(running);
  const results = await Promise.all(running);
  // Together: else a stop between two would let calls be made again whose results were there already.
  await log.append(results.map((result) => recordOf("tool_result", result)));
}

async function runTool(
  tool: Tool | undefined,
  call: { readonly id: string; readonly name: string; readonly arguments: string },
  { log, signal }: StepContext,
): Promise<ToolResultPayload> {
  const about = { callId: call.id, name: call.name };
  let result: Json;
  try {
    if (tool === undefined) throw new RangeError(`Cannot run '${call.name}' as there is none`);
    const args = JSON.parse(call.arguments === "" ? "{}" : call.arguments) as Json;
    result = await tool.run(args, { key: `${log.thread}/${call.id}`, signal });
  } catch (error) {
    if (isWholeturnError(error, "SCRIPT_OVER") || signal?.aborted) throw error;
    return {
      ...about,
      result: error instanceof Error ? error.message : shown(error),
      isError: true,
    };
  }
  // What is no JSON is the fault of who wrote the tool: the model can do nothing about it.
  return { ...about, result: normalPayload(result, "result"), isError: false };
}

function requireTool({ name: step }: ToolsStep, tool: Tool): void {
  const { name, run } = (tool ?? {}) as Partial<Tool>;
  if (typeof name !== "string" || typeof run !== "function") {
    throw misuse(
      new TypeError(
        `Cannot run the tools of the step '${step}' as each must have 'name' and 'run': got ${
          shown(tool)
        }`,
      ),
    );
  }
  if (Object.isFrozen(tool)) return;
  throw misuse(
    new TypeError(
      `Cannot run the tool '${name}' as it must be frozen: what a tool keeps between calls ` +
        "is lost to the next process; use Object.freeze()",
    ),
  );
}

/** Records what is to be done, does it, and records the result; what is recorded already is not recorded again. */
export async function runEffectStep(step: EffectStep, { log }: StepContext): Promise<void> {
  if (openIntent(step, log) === undefined) {
    const { name, args } = intentOf(step, await step.intent(log.trace));
    const key = `${log.thread}/${log.position + 1}`;
    await log.record("effect_intent", { step: step.name, key, name, args });
  }
  const { key, name, args } = openIntent(step, log)!;
  const result = await step.effector.perform({ key, name, args });
  await log.record("effect_result", { step: step.name, key, result });
}

function intentOf({ name }: EffectStep, intent: unknown): Omit<EffectIntent, "key"> {
  if (typeof (intent as Partial<EffectIntent> | null | undefined)?.name === "string") {
    return intent as EffectIntent;
  }
  throw misuse(
    new TypeError(
      `Cannot act as the 'intent' of the step '${name}' must give { name, args }: got ${
        shown(intent)
      }`,
    ),
  );
}

function openIntent({ name }: EffectStep, { trace }: ThreadLog) {
  const intent = lastRecord(trace, "effect_intent")?.payload;
  const result = lastRecord(trace, "effect_result")?.payload;
  return intent?.step === name && intent.key !== result?.key ? intent : undefined;
}

/** The streams that records of turns stand in. */
const OWN_STREAMS: ReadonlySet<string> = new Set(Object.values(RECORD_STREAMS));

/** Runs a step and records its events at once. */
export async function runPlainStep(step: PlainStep, { log }: StepContext): Promise<void> {
  const batch = await step.run(log.trace);
  const odd: unknown = Array.isArray(batch)
    ? batch.find((event: unknown) => typeof event !== "object" || event === null)
    : batch;
  if (!Array.isArray(batch) || batch.includes(odd as never)) {
    throw misuse(
      new TypeError(
        `Cannot record the step '${step.name}' as it must give a list of events: got ${shown(odd)}`,
      ),
    );
  }
  if (batch.length === 0) throw nothingRecorded(step.name);
  const taken = batch.find(({ stream }) => OWN_STREAMS.has(stream));
  if (taken !== undefined) {
    throw misuse(
      new RangeError(
        `Cannot record the step '${step.name}' as the stream '${taken.stream}' is the turn's own: ` +
          "give its events another",
      ),
    );
  }
  const events = batch.map(({ type, stream, payload }) => ({
    type,
    stream,
    payload: normalPayload(payload),
  }));
  await log.append(events);
}

function nothingRecorded(name: string): RangeError {
  return misuse(
    new RangeError(
      `Cannot go on after the step '${name}' as it recorded nothing, so that it would be next for ever`,
    ),
  );
}
