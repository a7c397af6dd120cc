import { showValue } from "../../../checks/show_value.ts";
import { broken, expectThat } from "../../contract/expectations.ts";
import { expectKept } from "../expect_kept.ts";
import { excerpt, expectFrame, frameFault, textOf } from "../frame.ts";
import type { Frame } from "../frame.ts";
import { httpCases } from "../http_case_spec.ts";
import type { HttpCaseSpec } from "../http_case_spec.ts";
import type { HttpAnswer } from "../http_answer.ts";
import type { Ask, HttpLab } from "../http_lab.ts";
import { expectShapes, textAt } from "../shape.ts";
import type { ServerWire } from "../wires/server_wire.ts";

const framing = httpCases("framing");
const order = httpCases("order");
const fields = httpCases("fields");
const ids = httpCases("ids");

const NO_IDS = (wire: ServerWire) =>
  wire.idPath === undefined ? `responses of ${wire.id} have no ids` : undefined;

/** The frames of streams: how they are written, in which order, and what they have. */
export const FRAMES_HTTP_CASES: readonly HttpCaseSpec[] = [
  framing("a stream is UTF-8, and nothing but the lines of its format", async (lab) => {
    const answer = await streamed(lab, { prompt: "unicode" });
    expectLines(lab, answer);
    void answer.frames;
  }),
  framing("every frame has its end, and is a JSON object or the marker", async (lab) => {
    void (await streamed(lab)).frames;
  }),
  framing("events have the names that the wire gives them, and no others", async (lab) => {
    for (const frame of (await streamed(lab)).frames) expectName(lab.wire, frame);
  }),
  framing("a stream ends by its marker, once, and nothing follows", async (lab) => {
    expectTerminator(lab.wire, (await streamed(lab)).frames);
  }),

  order("the events of a text come in the wire's order", async (lab) => {
    lab.wire.expectOrder((await streamed(lab)).frames);
  }),
  order("the events of a tool call come in the wire's order", async (lab) => {
    const answer = await streamed(lab, { prompt: "tool" });
    lab.wire.expectOrder(answer.frames);
    expectKept("tool", answer.turn);
  }, { needs: ["tools"] }),
  order("the events of several tool calls come in the wire's order", async (lab) => {
    const answer = await streamed(lab, { prompt: "tools" });
    lab.wire.expectOrder(answer.frames);
    expectKept("tools", answer.turn);
  }, { needs: ["tools", "parallelTools"] }),

  fields("a text that is not streamed has what the wire promises", async (lab) => {
    expectShapes(lab.wire.wholeShapes((await lab.ask()).expectOk().json));
  }, { needs: ["whole"] }),
  fields("tool calls that are not streamed have what the wire promises", async (lab) => {
    const answer = await lab.ask({ prompt: "tool" });
    expectShapes(lab.wire.wholeShapes(answer.expectOk().json));
    expectKept("tool", answer.first);
  }, { needs: ["whole", "tools"] }),
  fields("the frames of a text have what the wire promises", async (lab) => {
    const { frames } = await streamed(lab);
    expectShapes(frames.flatMap((frame) => lab.wire.frameShapes(frame)));
  }),
  fields("the frames of a tool call have what the wire promises", async (lab) => {
    const answer = await streamed(lab, { prompt: "tool" });
    expectShapes(answer.frames.flatMap((frame) => lab.wire.frameShapes(frame)));
    expectKept("tool", answer.turn);
  }, { needs: ["tools"] }),

  ids("what names a response is the same in all its frames", async (lab) => {
    expectConstants(lab.wire, (await streamed(lab)).frames);
  }, { lacks: ({ id, constants }) => hasConstants(constants) ? undefined : onlyOnce(id) }),
  ids("no two responses have the same id", async (lab) => {
    const [first, second] = [await idOf(lab), await idOf(lab)];
    expectThat(
      first !== second,
      "two responses to have two ids",
      `both have ${showValue(first)}`,
    );
  }, { needs: ["ids"], lacks: NO_IDS }),
];

async function streamed(lab: HttpLab, ask: Ask = {}): Promise<HttpAnswer> {
  return (await lab.ask({ ...ask, stream: true })).expectOk();
}

/** The fields that a line of an event stream may begin with; a line that begins with none is lost. */
const SSE_LINE_REGEXP = /^(?:(?:data|event|id|retry)(?::|$)|:|$)/;

function expectLines({ wire }: HttpLab, { body }: HttpAnswer): void {
  const text = strictText(body);
  if (wire.streamType !== "text/event-stream") return;
  const bad = text.split(/\r\n|\n|\r/).find((line) => !SSE_LINE_REGEXP.test(line));
  if (bad === undefined) return;
  throw broken("every line of the stream to be a field or a comment", `one is ${excerpt(bad)}`);
}

function strictText(body: HttpAnswer["body"]): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    throw broken("the stream to be UTF-8", `it is not: ${excerpt(textOf(body))}`);
  }
}

function expectName(wire: ServerWire, frame: Frame): void {
  const { event, payload, isDone } = frame;
  const due = wire.isNamed && !isDone ? textAt(payload, "type") : undefined;
  // "message" is what an event without a name is.
  if ((event ?? "message") === (due ?? "message")) return;
  const expected = due === undefined
    ? "an event without a name"
    : `an event of the name '${due}', which is its type`;
  throw frameFault(frame, expected, event === undefined ? "it had none" : `it was '${event}'`);
}

function expectTerminator(wire: ServerWire, frames: readonly Frame[]): void {
  const last = frames[frames.length - 1]!;
  expectFrame(wire.isTerminator(last), last, `the stream to end by ${wire.terminator}`, "it ends");
  if (wire.id === "cohere") return;
  const count = frames.filter((frame) => wire.isTerminator(frame)).length;
  expectFrame(count === 1, last, `${wire.terminator} once`, `it came ${count} times`);
}

function expectConstants(wire: ServerWire, frames: readonly Frame[]): void {
  const known = new Map<string, unknown>();
  for (const frame of frames) {
    for (const [name, value] of Object.entries(wire.constants(frame))) {
      const due = known.has(name) ? known.get(name) : value;
      known.set(name, due);
      const expected = `'${name}' to be ${showValue(due)} in every frame`;
      expectFrame(value === due, frame, expected, `it was ${showValue(value)}`);
    }
  }
}

/** Whether the frames of a wire have something in common at all. */
function hasConstants(constants: ServerWire["constants"]): boolean {
  const payload = { response: {} };
  const frame = { number: 1, event: undefined, data: "", payload, isDone: false };
  return Object.keys(constants(frame)).length > 0;
}

function onlyOnce(id: string): string {
  return `a stream of ${id} says only once what it is`;
}

async function idOf(lab: HttpLab): Promise<unknown> {
  const path = lab.wire.idPath?.frame ?? "id";
  const { frames } = await streamed(lab);
  const id = frames.map(({ payload }) => textAt(payload, path)).find((text) => text !== "");
  if (id !== undefined) return id;
  throw broken(`the stream to name its response by '${path}'`, "no frame has it");
}
