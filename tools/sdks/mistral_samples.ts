import type { TurnEvent } from "../../mod.ts";
import { openAiChatSamples } from "../../src/checks/samples/openai_chat/openai_chat.ts";
import type { FramesSample } from "../../src/checks/samples/samples.ts";
import type { SseEvent } from "../../src/sse/sse_event.ts";
import { frameOf } from "../../src/wire/frame.ts";
import { openAiChatWire } from "../../src/wire/openai_chat/openai_chat.ts";
import type { Wire } from "../../src/wire/wire.ts";
import type { Dialect } from "./sdk_subject.ts";

const wire = openAiChatWire("mistral");

interface Chunk {
  readonly choices: readonly { readonly delta: Delta }[];
  readonly usage?: object | null;
}

interface Delta {
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly { readonly function: object }[] | null;
}

/**
 * The OpenAI chat wire as Mistral's own schema has it: the usage stands beside the finish reason and
 * on no other chunk, thinking is a part of the content, and each piece of a call has a name, if an
 * empty one. Mistral's SDKs refuse anything else.
 */
const mistralWire: Wire = {
  ...wire,
  encoder(options) {
    const encoder = wire.encoder(options);
    return {
      push: (event, out = []) => append(out, writeAs(event, encoder.push(event))),
      end: (out = []) => append(out, encoder.end()),
    };
  },
};

function append(out: SseEvent[], frames: readonly SseEvent[]): SseEvent[] {
  out.push(...frames);
  return out;
}

/** Rewrites the frames of one event. */
function writeAs(event: TurnEvent, frames: readonly SseEvent[]): readonly SseEvent[] {
  const chunks = frames.filter(isChunk).map(({ data }) => JSON.parse(data) as Chunk);
  const usage = chunks.find((chunk) => chunk.usage)?.usage;
  return [
    ...chunks.filter(({ choices }) => choices.length > 0).map(({ usage: _, ...chunk }) =>
      frameOf(withDeltas({ ...chunk, ...(event.type === "finish" && usage ? { usage } : {}) }))
    ),
    ...frames.filter((frame) => !isChunk(frame)),
  ];
}

function isChunk({ data }: SseEvent): boolean {
  return data !== "[DONE]";
}

function withDeltas(chunk: Chunk): Chunk {
  const choices = chunk.choices.map((choice) => ({ ...choice, delta: deltaOf(choice.delta) }));
  return { ...chunk, choices };
}

function deltaOf({ reasoning_content: thought, tool_calls: calls, ...delta }: Delta): object {
  return {
    ...delta,
    ...(thought === undefined
      ? {}
      : { content: [{ type: "thinking", thinking: [{ type: "text", text: thought }] }] }),
    ...(calls
      ? {
        tool_calls: calls.map((call) => ({ ...call, function: { name: "", ...call.function } })),
      }
      : {}),
  };
}

/** The same sample with a name on each piece of a call. */
function named<T extends FramesSample>(sample: T): T {
  const frames = sample.frames.map((frame) =>
    isChunk(frame) ? frameOf(withDeltas(JSON.parse(frame.data))) : frame
  );
  return { ...sample, frames };
}

/** Mistral's dialect of the OpenAI chat wire. */
export const MISTRAL: Dialect = {
  name: "Mistral",
  samples: {
    ...openAiChatSamples,
    wire: mistralWire,
    toolShapes: openAiChatSamples.toolShapes.map(named),
    cutArguments: openAiChatSamples.cutArguments.map(named),
  },
};
