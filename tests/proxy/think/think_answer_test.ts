import { assertEquals } from "@std/assert";
import { toBytes } from "../../../src/bytes.ts";
import type { ThinkPlan } from "../../../src/proxy/config/plan.ts";
import { thinkAnswer } from "../../../src/proxy/think/think_answer.ts";
import { thinkPlan } from "./think_plan.ts";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** What becomes of an answer; `null` if nothing changes. */
function answered(
  body: string,
  plan: Partial<ThinkPlan> = {},
  onUnanswered?: () => void,
): string | null {
  const bytes = thinkAnswer(toBytes(body), thinkPlan(plan), onUnanswered);
  return bytes === null ? null : decoder.decode(bytes);
}

function answerOf(...contents: readonly string[]): string {
  return JSON.stringify({ choices: contents.map((content) => ({ message: { content } })) });
}

interface Case {
  readonly does: string;
  readonly plan?: Partial<ThinkPlan>;
  readonly body: string;
  readonly gives: string | null;
}

const CASES: readonly Case[] = [
  {
    does: "changes each message, and no other byte",
    body: ' {"created":1.50, "choices": [{"message" : {"content":"<think>a<\\/think>b"} },\n' +
      '{"message":{"role":"assistant","content":"c","n":12345678901234567890}}, {"message":{"reasoning_content":"d", "content":"<think>e"}}]}\n',
    gives:
      ' {"created":1.50, "choices": [{"message" : {"content":"b","reasoning_content":"a"} },\n' +
      '{"message":{"role":"assistant","content":"c","n":12345678901234567890}}, {"message":{"reasoning_content":"de", "content":""}}]}\n',
  },
  {
    does: "strips, also the probabilities that spell thoughts out",
    plan: { mode: "strip" },
    body:
      '{"choices":[{"logprobs":{"content":[{"token":"a"}]},"message":{"content":"<think>a</think>b"}},{"logprobs":{"x":1},"message":{"content":"c"}}]}',
    gives:
      '{"choices":[{"logprobs":null,"message":{"content":"b"}},{"logprobs":{"x":1},"message":{"content":"c"}}]}',
  },
  {
    does: "changes an answer behind a byte order mark",
    body: `\ufeff${answerOf("<think></think>b")}`,
    gives: `\ufeff${answerOf("b")}`,
  },
  { does: "gives null when off", plan: { mode: "off" }, body: answerOf("<think>a"), gives: null },
  { does: "gives null without tags", body: answerOf("a", ""), gives: null },
  {
    does: "gives null for what is no JSON",
    body: '{"choices":[{"message":{"content":"<think>',
    gives: null,
  },
  { does: "gives null for what is no object", body: '["<think>a"]', gives: null },
  { does: "gives null for an error", body: '{"error":{"message":"<think>a"}}', gives: null },
  {
    does: "gives null for the texts of the older completions",
    body: '{"choices":[{"text":"<think>a"}]}',
    gives: null,
  },
  {
    does: "gives null for null everywhere",
    body: '{"choices":[null,{"message":null},{"message":{"content":null,"tool_calls":null}},[]]}',
    gives: null,
  },
  { does: "gives null for null choices", body: '{"choices":null}', gives: null },
];

for (const { does, plan, body, gives } of CASES) {
  Deno.test(`thinkAnswer() ${does}`, () => assertEquals(answered(body, plan), gives));
}

Deno.test("thinkAnswer() takes bytes that are no UTF-8", () => {
  const body = toBytes(answerOf("<think>a</think>b?"));
  body[body.indexOf(63)] = 0xff;
  assertEquals(
    decoder.decode(thinkAnswer(body, thinkPlan())!),
    '{"choices":[{"message":{"content":"b\ufffd","reasoning_content":"a"}}]}',
  );
});

Deno.test("thinkAnswer() tells of each choice that is one thought without an end", () => {
  const counts = [["<think>a", "b", "<think>"], ["a<think>b"], ["<think>a</think>"], [""]].map(
    (contents) => {
      let count = 0;
      answered(answerOf(...contents), { mode: "strip" }, () => count++);
      return count;
    },
  );
  assertEquals(counts, [2, 0, 0, 0]);
});

Deno.test("thinkAnswer() takes a call of a tool for an answer", () => {
  let count = 0;
  const message = { content: "<think>a", tool_calls: [{ id: "1" }] };
  answered(JSON.stringify({ choices: [{ message }] }), {}, () => count++);
  assertEquals(count, 0);
});
