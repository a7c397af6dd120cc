import { showValue } from "../../../checks/show_value.ts";
import { broken, expectEqual, expectThat } from "../../contract/expectations.ts";
import { httpCases } from "../http_case_spec.ts";
import type { HttpCaseSpec } from "../http_case_spec.ts";
import type { Ask, HttpLab } from "../http_lab.ts";
import { memberAt } from "../shape.ts";
import type { Answer, ServerWire } from "../wires/server_wire.ts";
import { expectReason } from "./answer.ts";

const one = httpCases("limits");

/** The fewest that all providers take. */
const MAX_TOKENS = 16;

/** How many characters so many tokens may be, at the very most. */
const MAX_CHARS = 500;

const NO_N = ({ id, several }: ServerWire) =>
  several === undefined ? `${id} gives one answer` : undefined;
const NO_STOP = ({ id }: ServerWire) =>
  id === "openai-responses" ? `${id} has no stop texts` : undefined;

/** What a request may ask of an answer: how long, where to stop, how many. */
export const LIMITS_HTTP_CASES: readonly HttpCaseSpec[] = [
  one("an answer ends at the most tokens, and says so", async (lab) => {
    await expectLimited(lab, { stream: false });
  }, { needs: ["whole", "maxTokens"] }),
  one("a stream ends at the most tokens, and says so", async (lab) => {
    await expectLimited(lab, { stream: true });
  }, { needs: ["maxTokens"] }),
  one("the most tokens may be named 'max_tokens' too", async (lab) => {
    await expectLimited(lab, { stream: true, edit: lab.wire.otherLimit });
  }, {
    needs: ["maxTokens"],
    lacks: ({ id, otherLimit }) => otherLimit ? undefined : `${id} has one name for it`,
  }),

  one("an answer ends before a stop text", async (lab) => {
    await expectStopped(lab, false);
  }, { needs: ["whole", "stop", "sameAnswer"], lacks: NO_STOP }),
  one("a stream ends before a stop text", async (lab) => {
    await expectStopped(lab, true);
  }, { needs: ["stop", "sameAnswer"], lacks: NO_STOP }),

  one("two answers come where two are asked for", async (lab) => {
    const { whole } = await lab.ask({ edit: twice(lab) });
    expectThat(whole.length === 2, "two answers", `there were ${whole.length}`);
    const empty = whole.findIndex(({ text }) => text === "");
    expectThat(empty < 0, "both answers to have a text", `that of answer ${empty} is empty`);
  }, { needs: ["whole", "n"], lacks: NO_N }),
  one("two answers are streamed where two are asked for", async (lab) => {
    const answer = (await lab.ask({ stream: true, edit: twice(lab) })).expectOk();
    const ended = [...lab.wire.endedChoices?.(answer.frames) ?? []].sort();
    expectEqual(ended, [0, 1], "the indexes of the answers that ended");
  }, { needs: ["n"], lacks: NO_N }),
];

function twice({ wire }: HttpLab): Ask["edit"] {
  return (body) => wire.several?.(body, 2) ?? body;
}

async function expectLimited(lab: HttpLab, ask: Ask): Promise<void> {
  const { stream = false } = ask;
  const answer = await lab.ask({ prompt: "long", maxTokens: MAX_TOKENS, ...ask });
  const { text, raw }: Answer = stream ? answer.turn : answer.first;
  expectReason(lab, raw, ["length"]);
  expectThat(
    text.length <= MAX_CHARS,
    `a text of ${MAX_TOKENS} tokens`,
    `it has ${text.length} characters: ${showValue(text)}`,
  );
  const usage = stream ? lab.wire.streamUsage(answer.frames) : lab.wire.usageOf(answer.json);
  const output = memberAt(usage, lab.wire.usage.output);
  if (typeof output !== "number") return;
  const expected = `'${lab.wire.usage.output}' to be at most ${MAX_TOKENS}`;
  expectThat(output <= MAX_TOKENS, expected, `it was ${output}`);
}

async function expectStopped(lab: HttpLab, stream: boolean): Promise<void> {
  const read = async (ask: Ask): Promise<Answer> => {
    const answer = await lab.ask({ ...ask, stream });
    return stream ? answer.turn : answer.first;
  };
  const { text } = await read({});
  const word = stopWord(text);
  const stopped = await read({ stop: [word] });
  const due = text.slice(0, text.indexOf(word)).trimEnd();
  expectEqual(stopped.text.trimEnd(), due, `the text that stops at ${showValue(word)}`);
  expectReason(lab, stopped.raw, ["stop"]);
}

/** The first word that does not begin the text. */
function stopWord(text: string): string {
  const [first = "", ...words] = text.trim().split(/\s+/);
  const word = words.find((other) => other !== "" && !first.includes(other));
  if (word !== undefined) return word;
  throw broken(
    "the prompt 'text' to be answered by a text of three words or more",
    `it was ${showValue(text)}`,
  );
}
