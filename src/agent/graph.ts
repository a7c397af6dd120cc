import type { DraftEvent, Json, SealedEvent } from "../store/trace_event.ts";
import type { TurnRequest } from "../turn/request.ts";
import type { ChatModel } from "./chat_model.ts";
import type { EffectIntent, Effector } from "./effector.ts";
import type { Tool } from "./tool.ts";
import type { Trace } from "./trace.ts";

/** Asks a model. Recorded after the answer, with the hash of the request. */
export interface ModelStep {
  /** Tells the kinds of steps apart. */
  readonly kind: "model";
  /** The step's name, unlike every other of its graph. */
  readonly name: string;
  /** Builds the request of the trace alone, the same whenever it is asked. */
  build(trace: Trace): TurnRequest | Promise<TurnRequest>;
  /** Who is asked. */
  readonly model: ChatModel;
}

/**
 * Runs the tools that the last answer of the turn calls, side by side. The results are recorded at once, in the order
 * of the calls, whichever came first.
 */
export interface ToolsStep {
  /** Tells the kinds of steps apart. */
  readonly kind: "tools";
  /** The step's name, unlike every other of its graph. */
  readonly name: string;
  /** The tools; frozen objects. */
  readonly tools: readonly Tool[];
}

/** Acts outside. What is intended is recorded before, the result after. */
export interface EffectStep {
  /** Tells the kinds of steps apart. */
  readonly kind: "effect";
  /** The step's name, unlike every other of its graph. */
  readonly name: string;
  /** Says of the trace alone what is to be done. */
  intent(trace: Trace): Omit<EffectIntent, "key"> | Promise<Omit<EffectIntent, "key">>;
  /** Who does it. */
  readonly effector: Effector;
}

/** Anything else that adds events; they land at once. */
export interface PlainStep {
  /** Tells the kinds of steps apart. */
  readonly kind: "step";
  /** The step's name, unlike every other of its graph. */
  readonly name: string;
  /** Gives the events to record: at least one, in streams of its own. */
  run(trace: Trace): readonly DraftEvent[] | Promise<readonly DraftEvent[]>;
}

/** What a turn is made of. */
export type Step = ModelStep | ToolsStep | EffectStep | PlainStep;

/** How a turn goes. */
export interface Graph {
  /** The steps there are. */
  readonly steps: readonly Step[];
  /** Says of the trace alone which step is next, by its name; `undefined` when the turn is over. */
  next(trace: Trace): string | undefined;
}

/** What answers the inputs of a thread. */
export interface Agent<R = unknown> {
  /** What it uses outside: models, tools, settings. */
  readonly resources: R;
  /**
   * Builds the graph of a turn. Each process does that anew, so that nothing may be kept between turns.
   *
   * @param resources What is used outside.
   * @param input The event that opened the turn; its payload is the input.
   */
  build(resources: R, input: SealedEvent): Graph;
}

/** The names of the records of a turn, and the streams they stand in. */
export const RECORD_STREAMS = {
  input: "turn",
  model_call: "model",
  tool_result: "tools",
  effect_intent: "effects",
  effect_result: "effects",
  failure: "turn",
  turn_end: "turn",
} as const;

/** The kind of a record of a turn. */
export type RecordType = keyof typeof RECORD_STREAMS;

/** What a turn records of a kind. */
export interface RecordPayloads {
  /** The user's input. */
  input: Json;
  /** An answer of a model. */
  model_call: ModelCallPayload;
  /** What a tool gave. */
  tool_result: ToolResultPayload;
  /** What is to be done outside. */
  effect_intent: EffectIntent & { readonly step: string };
  /** What became of it. */
  effect_result: { readonly step: string; readonly key: string; readonly result: Json };
  /** Why a turn ended early. */
  failure: { readonly name: string; readonly message: string };
  /** A turn ended. */
  turn_end: null;
}

/** The payload of a `model_call`. */
export interface ModelCallPayload {
  /** The step. */
  readonly step: string;
  /** The hash of the request, by `hashJson()`. */
  readonly requestHash: string;
  /** The answer; the ids of its tool calls are the thread's own. */
  readonly output: RecordedOutput;
}

/** An answer as it is recorded. */
export interface RecordedOutput {
  /** The text. */
  readonly content: string;
  /** The calls of tools. */
  readonly toolCalls: readonly {
    readonly id: string;
    readonly name: string;
    readonly arguments: string;
  }[];
  /** Whatever else the model said of itself: reasoning, its name, the tokens. */
  readonly [key: string]: unknown;
}

/** The payload of a `tool_result`. */
export interface ToolResultPayload {
  /** The id of the call. */
  readonly callId: string;
  /** The tool's name. */
  readonly name: string;
  /** What it gave, or what it threw, in words. */
  readonly result: Json;
  /** Whether it threw. */
  readonly isError: boolean;
}
