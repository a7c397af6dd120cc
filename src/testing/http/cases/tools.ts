import { showValue } from "../../../checks/show_value.ts";
import { isObject } from "../../../wire/json.ts";
import { broken, expectThat } from "../../contract/expectations.ts";
import type { WireId } from "../../../wire/wire.ts";
import { expectKept } from "../expect_kept.ts";
import { httpCases } from "../http_case_spec.ts";
import type { HttpCaseSpec } from "../http_case_spec.ts";
import type { HttpLab } from "../http_lab.ts";
import type { Answer } from "../wires/server_wire.ts";
import { expectReason } from "./answer.ts";

const one = httpCases("tools");

/** Calls of tools. */
export const TOOLS_HTTP_CASES: readonly HttpCaseSpec[] = [
  one("a tool call has its name, and arguments that are a JSON object", async (lab) => {
    expectCalls(lab, (await lab.ask({ prompt: "tool" })).first, 1);
  }, { needs: ["whole", "tools"] }),
  one("a tool call that is streamed has them too", async (lab) => {
    expectCalls(lab, (await lab.ask({ prompt: "tool", stream: true })).turn, 1);
  }, { needs: ["tools"] }),
  one("several tool calls have them, and ids of their own", async (lab) => {
    expectCalls(lab, (await lab.ask({ prompt: "tools" })).first, 2);
  }, { needs: ["whole", "tools", "parallelTools"] }),
  one("several tool calls that are streamed have them too", async (lab) => {
    expectCalls(lab, (await lab.ask({ prompt: "tools", stream: true })).turn, 2);
  }, { needs: ["tools", "parallelTools"] }),
  one("a turn with tool calls says so by its reason to end", async (lab) => {
    const { turn } = await lab.ask({ prompt: "tool", stream: true });
    expectKept("tool", turn);
    const hasWord = WITH_WORD.includes(lab.wire.id);
    expectReason(lab, turn.raw, hasWord ? ["tool_use"] : ["stop", "tool_use"]);
  }, { needs: ["tools"] }),
];

/** The wires that have a word for it; the others end a turn with calls as they end a text. */
const WITH_WORD: readonly WireId[] = ["openai-chat", "anthropic-messages", "cohere"];

function expectCalls({ wire, tool }: HttpLab, { calls }: Answer, least: number): void {
  const many = least === 1 ? "a tool call" : `${least} tool calls or more`;
  expectThat(calls.length >= least, `the answer to have ${many}`, `it has ${calls.length}`);
  for (const call of calls) {
    expectThat(
      call.name === tool.name,
      `a call of the tool '${tool.name}', which is on offer`,
      `it was ${showValue(call)}`,
    );
    expectObject(call.arguments);
  }
  if (!wire.hasCallIds) return;
  const ids = calls.map(({ id }) => id);
  const isDistinct = new Set(ids).size === ids.length && !ids.includes("");
  expectThat(isDistinct, "every tool call to have an id of its own", `they are ${showValue(ids)}`);
}

function expectObject(text: string): void {
  try {
    if (isObject(JSON.parse(text))) return;
  } catch {
    // Said below.
  }
  throw broken("the arguments of a call to be a JSON object", `they were ${showValue(text)}`);
}
