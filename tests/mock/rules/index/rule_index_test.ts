import { assertEquals } from "@std/assert";
import { type Rule, snapshotRequest } from "../../../../mock.ts";
import { generateAsk } from "../../../../src/mock/request/generate_ask.ts";
import { callFacts } from "../../../../src/mock/rules/call_facts.ts";
import { RuleBook } from "../../../../src/mock/rules/rule_book.ts";
import { RuleIndex } from "../../../../src/mock/rules/index/rule_index.ts";
import { TestState } from "../../../../src/mock/rules/test_state.ts";

const HEAD = "In the year of the great flood ".repeat(3);
const TAIL = " and that was the end of it".repeat(3);

function callOf(prompt: string, state: TestState = new TestState()) {
  const ask = generateAsk(snapshotRequest({
    model: "model 7.",
    tools: [{ type: "function", function: { name: "tool 7." } }],
    messages: [
      { role: "system", content: "system 7." },
      { role: "assistant", content: "Hello" },
      { role: "user", content: prompt },
      { role: "tool", tool_call_id: "call 7.", content: "result 7." },
    ],
  }));
  const origin = { headers: new Headers({ "x-case": "case 7." }), testId: "", signal: undefined };
  return { request: ask.request, facts: callFacts(ask, origin), state };
}

/** What a test has used that is in a state and has come to a place of a series. */
function stateAt(at: number): TestState {
  const state = new TestState();
  for (let place = 0; place < at; place++) {
    state.use({ series: { name: "s", at: place }, result: "" });
  }
  state.state = `state ${at}.`;
  return state;
}

function candidates(rules: readonly Rule[], call = callOf("prompt 7.")): number[] {
  const found = new RuleIndex(rules).candidates(call);
  const places: number[] = [];
  for (let at = found.next(); at !== undefined; at = found.next()) places.push(at);
  return places;
}

function aThousand(criteria: (at: number) => Partial<Rule>): readonly Rule[] {
  return Array.from({ length: 1000 }, (_, at) => ({ ...criteria(at), result: "" }));
}

const CRITERIA: readonly { readonly name: string; readonly of: (at: number) => Partial<Rule> }[] = [
  { name: "a prompt", of: (at) => ({ prompt: `prompt ${at}.` }) },
  { name: "the end of a prompt", of: (at) => ({ prompt: `${HEAD}prompt ${at}.` }) },
  { name: "the beginning of a prompt", of: (at) => ({ prompt: `prompt ${at}.${TAIL}` }) },
  { name: "one of the instructions", of: (at) => ({ instructions: [/s/, `system ${at}.`] }) },
  { name: "a model", of: (at) => ({ model: `model ${at}.` }) },
  { name: "a tool", of: (at) => ({ tool: `tool ${at}.` }) },
  { name: "the id of a call", of: (at) => ({ toolResult: { callId: `call ${at}.`, text: /r/ } }) },
  { name: "the text of a result", of: (at) => ({ toolResult: { text: `result ${at}.` } }) },
  { name: "a header", of: (at) => ({ headers: { "X-Case": `case ${at}.`, accept: /./ } }) },
  { name: "a state", of: (at) => ({ state: `state ${at}.` }) },
  { name: "a place in a series", of: (at) => ({ series: { name: "s", at } }) },
  { name: "a turn", of: (at) => ({ turn: (at + 994) % 1000 }) },
  { name: "a surface", of: (at) => ({ surface: at === 7 ? ["cohere", "openai-chat"] : "gemini" }) },
  { name: "a form", of: (at) => ({ json: at !== 7 }) },
  { name: "a form by a schema", of: (at) => ({ json: at !== 7 && "schema" }) },
  { name: "whether there are results", of: (at) => ({ toolResult: at === 7 }) },
];

for (const { name, of } of CRITERIA) {
  Deno.test(`RuleIndex looks at one of a thousand rules that differ in ${name}`, () => {
    const alike = { model: "model 7.", tool: "tool 7.", instructions: "system" };
    const call = callOf(`${HEAD}prompt 7.${TAIL}`, stateAt(7));
    assertEquals(candidates(aThousand((at) => ({ ...alike, ...of(at) })), call), [7]);
  });
}

Deno.test("RuleIndex passes by the rules that are over, and does not ask twice whether one is", () => {
  const rules = aThousand(() => ({ times: 1 }));
  const index = new RuleIndex([{ prompt: /never/, result: "" }, ...rules, { result: "" }]);
  const state = new TestState();
  let asked = 0;
  const used = state.used.bind(state);
  state.used = (rule) => (asked++, used(rule));
  for (const [at, rule] of rules.entries()) {
    const found = index.candidates(callOf("x", state));
    assertEquals([found.next(), found.next()], [0, at + 1]);
    state.use(rule);
  }
  asked = 0;
  const found = index.candidates(callOf("x", state));
  assertEquals([found.next(), found.next(), found.next(), asked], [0, 1001, undefined, 1]);
});

Deno.test("RuleIndex gives a rule once, however often the call has what it is filed by", () => {
  const call = callOf("prompt 7.");
  const result = { callId: "call 7.", text: "result 7." };
  const headers = new Headers();
  const facts = {
    ...call.facts,
    headers,
    tools: ["tool 7.", "tool 7."],
    toolResults: [result, result],
  };
  const rules = [
    ...aThousand((at) => ({ tool: `tool ${at}.` })),
    ...aThousand((at) => ({ toolResult: { text: `result ${at}.` } })),
  ];
  assertEquals(candidates(rules, { ...call, facts }), [7, 1007]);
});

Deno.test("RuleIndex files no more of a long text than its ends, so that its size is bounded", () => {
  const rules = aThousand((at) => ({ prompt: `${HEAD}${at}${TAIL}` })).slice(0, 20);
  const others = aThousand((at) => ({ prompt: `prompt ${at}.` }));
  assertEquals(candidates([...rules, ...others], callOf(`${HEAD}x${TAIL}`)), [...rules.keys()]);
});

Deno.test("RuleIndex gives all of a handful of rules, and does not look for fewer", () => {
  assertEquals(candidates(aThousand((at) => ({ prompt: `${at}` })).slice(0, 8)), [
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    7,
  ]);
});

Deno.test("RuleBook.find() tells rules apart whose texts begin and end alike", () => {
  const ends = Array.from({ length: 20 }, (_, at) => `${HEAD}${at}.${TAIL}`);
  const book = new RuleBook(ends.map((prompt) => ({ prompt, result: "" })));
  const find = (prompt: string) => {
    const { request, facts } = callOf(prompt);
    return book.find(request, facts)?.index;
  };
  assertEquals([find(ends[17]!), find(HEAD + TAIL)], [17, undefined]);
});
