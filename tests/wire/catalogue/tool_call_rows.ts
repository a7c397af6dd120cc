import type { Fixture, Frame, SampleCall } from "./fixture.ts";
import { before, insert } from "./fixture.ts";
import type { Row } from "./row.ts";

const WHOLE_CALLS = "it sends each call whole, in one frame";
const OBJECTS = "its arguments are an object, which is whole or no JSON";
const NO_INDEX = "its calls have no index";

const F: SampleCall = { id: "call_a", name: "f", pieces: ['{"q":', "1}"] };
const G: SampleCall = { id: "call_b", name: "g", pieces: ['{"r":', "2}"] };

/** A turn of calls. Gemini's cut ones are streamed, as Vertex AI does, and never end. */
function turnOf(fixture: Fixture, calls: readonly SampleCall[], reason?: unknown): Frame[] {
  return fixture.turn({ calls, reason });
}

function cutCall(fixture: Fixture, reason?: unknown): Frame[] {
  if (fixture.wire.id !== "gemini") {
    return turnOf(fixture, [{ ...F, pieces: ['{"q":"Par'] }], reason);
  }
  const partialArgs = [{ jsonPath: "$.q", stringValue: "Par", willContinue: true }];
  const part = { functionCall: { id: "a", name: "f", partialArgs, willContinue: true } };
  const payload = { candidates: [{ index: 0, content: { parts: [part] } }] };
  return insert(fixture.turn({ reason }), [{ role: "call", payload }], "finish");
}

/** The frames of two calls, one of each in turn. */
function interleaved(fixture: Fixture): Frame[] {
  const frames = turnOf(fixture, [F, G]);
  const head = before(frames, "call");
  const tail = frames.slice(
    before(frames.slice(head.length), "finish", "marker").length + head.length,
  );
  const body = frames.slice(head.length, frames.length - tail.length);
  const half = body.length / 2;
  const mixed = body.slice(0, half).flatMap((frame, at) => [frame, body[half + at]!]);
  return [...head, ...mixed, ...tail];
}

/** Takes the members that number the calls off every frame of them, but not a choice's index. */
function withoutIndex(frames: readonly Frame[]): Frame[] {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip);
    if (typeof value !== "object" || value === null) return value;
    const isChoice = "finish_reason" in value;
    const members = Object.entries(value).filter(([key]) =>
      key !== "output_index" && (key !== "index" || isChoice)
    );
    return Object.fromEntries(members.map(([key, member]) => [key, strip(member)]));
  };
  return frames.map((frame) =>
    frame.role === "call" || frame.role === "close"
      ? { ...frame, payload: strip(frame.payload) }
      : frame
  );
}

/** D. Tool calls. */
export const TOOL_CALL_ROWS: readonly Row[] = [
  {
    name: "two calls, one after the other",
    ref: "baseline",
    body: (fixture) => turnOf(fixture, [F, G]),
    expected: 'f({"q":1})|g({"r":2})',
  },
  {
    name: "two calls, interleaved",
    ref: "research/wires.md 6, number 10",
    body: interleaved,
    expected: 'f({"q":1})|g({"r":2})',
    cannot: { gemini: WHOLE_CALLS, ollama: WHOLE_CALLS },
  },
  {
    name: "cut arguments in a turn that ends for tool use",
    ref: "NousResearch/hermes-agent#6847, vllm-project/vllm#53269",
    body: (fixture) => cutCall(fixture),
    expected: "TRUNCATED_TOOL_ARGUMENTS",
  },
  {
    name: "cut arguments in a turn cut at its length limit",
    ref: "langchain-ai/langchainjs#11469, OpenRouterTeam/ai-sdk-provider#558",
    body: (fixture) => cutCall(fixture, fixture.words.length),
    expected: "TRUNCATED_TOOL_ARGUMENTS",
  },
  {
    name: "the arguments of two calls in one",
    ref: "LibreChat-AI/agents#260 (ollama#7881)",
    body: (fixture) => turnOf(fixture, [{ ...F, pieces: ['{"q":1}', '{"q":2}'] }]),
    expected: "TRUNCATED_TOOL_ARGUMENTS",
    cannot: { gemini: OBJECTS },
  },
  {
    name: "a call without arguments",
    ref: "research/wires.md 6, number 4",
    body: (fixture) => turnOf(fixture, [{ ...F, pieces: [] }]),
    expected: "f({})",
  },
  {
    name: "calls without ids",
    ref: "vercel/ai#18440, continuedev/continue#13236",
    body: (fixture) => turnOf(fixture, [{ ...F, id: undefined }, { ...G, id: undefined }]),
    expected: 'f({"q":1})|g({"r":2})',
  },
  {
    name: "calls with blank ids",
    ref: "vercel/ai#18440",
    body: (fixture) => turnOf(fixture, [{ ...F, id: "" }, { ...G, id: "" }]),
    expected: 'f({"q":1})|g({"r":2})',
  },
  {
    name: "one id for two calls",
    ref: "bide (ErrToolUseIDReused)",
    body: (fixture) => turnOf(fixture, [F, { ...G, id: F.id }]),
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "a call without a name",
    ref: "vercel/ai#18440",
    body: (fixture) => turnOf(fixture, [{ ...F, name: undefined }]),
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "two calls with one index",
    ref: "openai/openai-python#3241, agno-agi/agno#8880, ai-dynamo/dynamo#4723, ollama#15457",
    body: (fixture) => turnOf(fixture, [{ ...F, index: 1 }, { ...G, index: 1 }]),
    expected: 'f({"q":1})|g({"r":2})',
    cannot: { gemini: NO_INDEX },
  },
  {
    name: "a call without an index",
    ref: "openai/openai-python#3246, AtomicBot-ai/atomic-agent#268, SamSaffron/term-llm#314",
    body: (fixture) => withoutIndex(turnOf(fixture, [F])),
    expected: 'f({"q":1})',
    cannot: { gemini: NO_INDEX },
  },
  {
    name: "two calls without an index",
    ref: "openai/openai-python#3246",
    body: (fixture) => withoutIndex(turnOf(fixture, [F, G])),
    expected: 'f({"q":1})|g({"r":2})',
    cannot: { gemini: NO_INDEX },
  },
];
