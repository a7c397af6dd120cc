import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Ask } from "../../../src/mock/request/ask.ts";
import { generateAsk } from "../../../src/mock/request/generate_ask.ts";
import { snapshotRequest } from "../../../src/mock/request/snapshot_request.ts";
import { isOfKind } from "../../../src/mock/rules/answer_kind.ts";
import { callFacts } from "../../../src/mock/rules/call_facts.ts";
import type { CallFacts } from "../../../src/mock/rules/criteria.ts";
import { criterionTests } from "../../../src/mock/rules/criterion_tests.ts";
import { nearestTurn } from "../../../src/mock/rules/nearest_turn.ts";
import type { Rule } from "../../../src/mock/rules/rule.ts";
import { RuleBook } from "../../../src/mock/rules/rule_book.ts";

/** Longer than what is filed of a text. */
const LONG = "long ".repeat(20);

const word = fc.constantFrom(
  "a",
  "b",
  "ab",
  "a\nb",
  "b\na",
  "\n",
  "",
  LONG,
  `${LONG}a`,
  `b${LONG}`,
);
const text = fc.oneof({ weight: 4, arbitrary: word }, {
  arbitrary: fc.constantFrom(/^a/, /b$/g),
  weight: 1,
});
const name = fc.constantFrom("a", "b", "c");
const surface = fc.constantFrom("openai-chat", "gemini", "embeddings");
const form = fc.constantFrom("text", "json", "schema");

/** All that tells which calls a rule is for; each rule has some of it. */
const criteria = {
  model: fc.oneof(name, fc.constant(/a|b/)),
  surface: fc.oneof(surface, fc.uniqueArray(surface, { minLength: 1 })),
  prompt: text,
  instructions: fc.oneof(text, fc.array(text, { maxLength: 2 })),
  tool: name,
  turn: fc.nat(2),
  json: fc.constantFrom(true, false, "schema"),
  toolResult: fc.oneof(
    fc.boolean(),
    fc.record({ callId: name, text }, { requiredKeys: [] }),
  ),
  headers: fc.dictionary(fc.constantFrom("x-a", "X-B", "set-cookie"), text, { maxKeys: 2 }),
  test: fc.constantFrom(() => true, () => false),
  times: fc.integer({ min: 1, max: 3 }),
  state: fc.constantFrom("start", "a", "b"),
  nextState: fc.constantFrom("start", "a", "b"),
  series: fc.record({ name, at: fc.nat(3) }),
  nearTurn: fc.oneof(fc.nat(2), fc.constant((_: unknown, { turn }: CallFacts) => turn + 1)),
};

const answer = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ result: "x" }) },
  { weight: 1, arbitrary: fc.constant({ embedding: [1] }) },
  { weight: 1, arbitrary: fc.constant({ response: {} }) },
  {
    weight: 2,
    arbitrary: fc.record({
      sequence: fc.array(fc.constant({ result: "x" }), { minLength: 1, maxLength: 2 }),
      then: fc.constantFrom("throw", "fall-through", "cycle"),
    }),
  },
);

/** Rules are only told apart by few things, so that many of them fit many calls. */
const rule = fc.tuple(
  fc.record(criteria, { requiredKeys: [] }),
  fc.uniqueArray(fc.constantFrom(...Object.keys(criteria)), { maxLength: 3 }),
  answer,
).map(([all, kept, reply]) => ({
  ...Object.fromEntries(Object.entries(all).filter(([member]) => kept.includes(member))),
  ...reply,
} as Rule));

const content = fc.oneof(
  word,
  fc.array(word, { maxLength: 3 }).map((texts) => texts.map((text) => ({ type: "text", text }))),
);
const message = fc.oneof(
  fc.record({ role: fc.constantFrom("system", "developer", "user"), content }),
  fc.record({ role: fc.constant("user"), content }),
  fc.record({ role: fc.constant("assistant"), content: fc.constant("x") }),
  fc.record({ role: fc.constant("tool"), tool_call_id: name, content }),
);
const call = fc.record({
  testId: fc.constantFrom("", "other"),
  surface,
  form: form.map((type) => (type === "schema" ? { type, schema: {} } : { type }) as Ask["form"]),
  headers: fc.array(
    fc.tuple(fc.constantFrom("x-a", "x-b", "set-cookie"), fc.constantFrom("a", "b", "ab", LONG)),
    { maxLength: 3 },
  ),
  request: fc.record({
    model: name,
    messages: fc.array(message, { minLength: 1, maxLength: 5 }),
    tools: fc.array(name.map((name) => ({ type: "function", function: { name } })), {
      maxLength: 2,
    }),
  }),
});

/** What a test has used, told as simply as can be. */
interface Used {
  state: string;
  readonly rules: Rule[];
}

/** Looks at every rule, in order. */
function linearPick(rules: readonly Rule[], used: Used, ask: Ask, facts: CallFacts): number {
  const fitting = [...rules.keys()].filter((at) => {
    const rule = rules[at]!;
    const times = used.rules.filter((other) => other === rule).length;
    const place = used.rules.filter(({ series }) => series?.name === rule.series?.name).length;
    const replies = rule.then === "fall-through" ? rule.sequence!.length : Infinity;
    return criterionTests(rule, "rule").every(({ holds }) => holds(ask.request, facts)) &&
      isOfKind(rule, facts) && times < Math.min(rule.times ?? Infinity, replies) &&
      (rule.state ?? used.state) === used.state &&
      (rule.series === undefined || rule.series.at === place);
  });
  const turns = fitting.map((at) => {
    const { nearTurn } = rules[at]!;
    return typeof nearTurn === "function" ? nearTurn(ask.request, facts) : nearTurn;
  });
  return fitting[nearestTurn(turns, facts.turn)] ?? -1;
}

Deno.test("RuleBook.take() takes what a look at every rule would find, whatever was used before", () => {
  const rules = fc.array(rule, { maxLength: 40 });
  const steps = fc.array(fc.oneof({ weight: 9, arbitrary: call }, { weight: 1, arbitrary: rule }));
  fc.assert(
    fc.property(rules, steps, (given, steps) => {
      const book = new RuleBook(given);
      const tests = new Map<string, Used>();
      for (const step of steps) {
        if (!("request" in step)) {
          book.replace([step, ...book.rules.map(({ rule }) => rule)]);
          continue;
        }
        const { request, surface, form, headers, testId } = step;
        const ask = { ...generateAsk(snapshotRequest(request)), surface, form };
        const origin = { headers: new Headers(headers), testId, signal: undefined };
        const facts = callFacts(ask, origin);
        const used = tests.get(testId) ?? { state: "start", rules: [] };
        tests.set(testId, used);
        const all = book.rules.map(({ rule }) => rule);
        const expected = linearPick(all, used, ask, facts);
        const pick = book.take(ask.request, facts);
        assertEquals(pick?.index ?? -1, expected);
        if (pick?.reply === undefined) continue;
        used.rules.push(pick.rule);
        used.state = pick.rule.nextState ?? used.state;
      }
    }),
    { numRuns: 500 },
  );
});
