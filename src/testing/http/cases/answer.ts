import { wireOf } from "../../../wire/wires.ts";
import { showValue } from "../../../checks/show_value.ts";
import { expectEqual, expectThat } from "../../contract/expectations.ts";
import { toBytes } from "../../../bytes.ts";
import type { Bytes } from "../../../bytes.ts";
import { expectKept } from "../expect_kept.ts";
import { expectFrame } from "../frame.ts";
import { httpCases } from "../http_case_spec.ts";
import type { HttpCaseSpec } from "../http_case_spec.ts";
import type { HttpPrompts } from "../http_conformance_options.ts";
import type { HttpLab } from "../http_lab.ts";
import type { Answer } from "../wires/server_wire.ts";

const one = httpCases("answer");

/** What an answer says. */
export const ANSWER_HTTP_CASES: readonly HttpCaseSpec[] = [
  one("a text that is streamed is the one that is not", async (lab) => {
    await expectSame(lab, "text");
  }, { needs: ["whole", "sameAnswer"] }),
  one("a long text that is streamed is the one that is not", async (lab) => {
    await expectSame(lab, "long");
  }, { needs: ["whole", "sameAnswer"] }),
  one("a tool call that is streamed is the one that is not", async (lab) => {
    await expectSame(lab, "tool");
  }, { needs: ["whole", "tools", "sameAnswer"] }),
  one("tool calls that are streamed are those that are not", async (lab) => {
    await expectSame(lab, "tools");
  }, { needs: ["whole", "tools", "parallelTools", "sameAnswer"] }),

  one("a text ends for the reason 'stop'", async (lab) => {
    const { raw } = (await lab.ask({ stream: true })).turn;
    expectReason(lab, raw, ["stop"]);
  }),
  one("a text of the prompt 'text' has three words or more, and no tool calls", async (lab) => {
    expectKept("text", (await lab.ask({ stream: true })).turn);
  }),
  one("a long text comes in several pieces", async (lab) => {
    const answer = await lab.ask({ prompt: "long", stream: true });
    expectKept("long", answer.turn);
    const { pieces } = answer;
    expectThat(pieces > 1, "a long text to be streamed in several pieces", `it came in ${pieces}`);
  }),

  one("no character is lost or halved between frames", async (lab) => {
    const answer = (await lab.ask({ prompt: "unicode", stream: true })).expectOk();
    for (const frame of answer.frames) {
      const isWhole = isWellFormed(JSON.stringify(frame.payload));
      const expected = "every frame to have whole characters";
      expectFrame(isWhole, frame, expected, "one was halved or replaced");
    }
    expectKept("unicode", answer.turn);
  }),
  one("a request may arrive in pieces, cut within a character", async (lab) => {
    const due = (await lab.ask({ prompt: "unicode", stream: true })).turn;
    const { method, url, headers, body } = lab.call({ prompt: "unicode", stream: true });
    const pieces = inPieces(toBytes(JSON.stringify(body)));
    // A body that is a stream must say that it is sent before the answer is read.
    const init = { method, headers, body: pieces, duplex: "half" };
    const { turn } = await lab.read("a request in pieces", url, init as RequestInit);
    expectEqual(turn.text, due.text, "the answer to a request in pieces");
    expectKept("unicode", due);
  }, { needs: ["sameAnswer"] }),
];

/** Makes sure that a reason, by the provider's word, means one of some of ours. */
export function expectReason(lab: HttpLab, raw: string, due: readonly string[]): void {
  const map = wireOf(lab.wire.id).finishMap;
  const words = Object.keys(map).filter((word) => due.includes(map[word] ?? ""));
  expectThat(
    words.includes(raw),
    `the reason to end to be ${words.join(" or ")}`,
    `it was ${showValue(raw)}`,
  );
}

/** What an answer says, without what differs each time. */
export function gist({ text, calls, raw }: Answer): unknown {
  return {
    text,
    raw,
    calls: calls.map((call) => ({ name: call.name, arguments: parsed(call.arguments) })),
  };
}

async function expectSame(lab: HttpLab, prompt: keyof HttpPrompts): Promise<void> {
  const whole = (await lab.ask({ prompt })).first;
  const { turn } = await lab.ask({ prompt, stream: true });
  expectEqual(gist(turn), gist(whole), `the stream for the prompt '${prompt}'`);
  expectKept(prompt, whole);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A halved character becomes an escape of its half in JSON. */
function isWellFormed(json: string): boolean {
  return !/\\ud[89a-f]/i.test(json) && !json.includes("\ufffd");
}

/** Sends one byte at a time where a character has several, and the rest at once. */
function inPieces(bytes: Bytes): ReadableStream<Bytes> {
  const cuts = [...bytes].flatMap((byte, at) => byte >= 0x80 ? [at, at + 1] : []);
  const ends = [...new Set([...cuts, bytes.length])];
  let from = 0;
  return new ReadableStream({
    pull(controller) {
      const end = ends.find((at) => at > from);
      if (end === undefined) return controller.close();
      controller.enqueue(bytes.subarray(from, end));
      from = end;
    },
  });
}
