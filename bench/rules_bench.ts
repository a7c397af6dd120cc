/**
 * How long it takes to find the rule for a call among one and among a thousand, by what tells them apart, and to say
 * of a call that none of them fits which are the nearest. What rules look at in a call is gathered each time.
 *
 * @module
 */
import { generateAsk } from "../src/mock/request/generate_ask.ts";
import { snapshotRequest } from "../src/mock/request/snapshot_request.ts";
import { callFacts } from "../src/mock/rules/call_facts.ts";
import { missReport } from "../src/mock/rules/miss_report.ts";
import type { Rule } from "../src/mock/rules/rule.ts";
import { RuleBook } from "../src/mock/rules/rule_book.ts";
import { compare, type Timing } from "./support/compare.ts";
import { isWanted, printHead, printRow, runtimeName } from "./support/report.ts";

/** So many calls are one job, after which what they used is forgotten. */
const CALLS = 1000;

const ASK = generateAsk(snapshotRequest({
  model: "model 999.",
  messages: [
    { role: "user", content: "question 999." },
    { role: "tool", tool_call_id: "call 999.", content: "result 999." },
  ],
}));

const ORIGIN = {
  headers: new Headers({
    "content-type": "application/json",
    "user-agent": "OpenAI/JS",
    "x-case": "case 999.",
  }),
  testId: "",
  signal: undefined,
};

/** What tells the rules apart; the last of a thousand fits. */
const SHAPES: Readonly<Record<string, (at: number) => Partial<Rule>>> = {
  "prompts": (at) => ({ prompt: `question ${at}.` }),
  "models, one prompt": (at) => ({ prompt: "question", model: `model ${at}.` }),
  "texts of results": (at) => ({ toolResult: { text: `result ${at}.` } }),
  "headers": (at) => ({ headers: { "x-case": `case ${at}.` } }),
  "states": (at) => ({ state: at === 999 ? "start" : `state ${at}` }),
  "a script: times": () => ({ times: 1 }),
  "a script: a series, one prompt": (at) => ({ prompt: "question", series: { name: "s", at } }),
  "expressions": (at) => ({ prompt: new RegExp(`^question ${at}\\.$`) }),
};

function bookOf(shape: (at: number) => Partial<Rule>, count: number): RuleBook {
  return new RuleBook(
    Array.from({ length: count }, (_, at) => ({ ...shape(at + 1000 - count), result: "x" })),
  );
}

/** Takes as many rules as are there for a thousand calls. */
function takeFrom(book: RuleBook): number {
  let calls = 0;
  for (let call = 0; call < CALLS; call++) {
    if (call % book.rules.length === 0) book.rewind();
    if (book.take(ASK.request, callFacts(ASK, ORIGIN)) !== undefined) calls++;
  }
  return calls;
}

function microseconds({ ms }: Timing, jobs: number): string {
  return (ms / jobs * 1000).toFixed(2);
}

printHead([`µs to find a rule, ${runtimeName()}`, "1 rule", "1,000 rules"]);
for (const [name, shape] of Object.entries(SHAPES)) {
  if (!isWanted(name)) continue;
  // The only place in a series is the first.
  const [one, many] = [
    bookOf((at) => ({ ...shape(at), series: undefined }), 1),
    bookOf(shape, 1000),
  ];
  const timings = await compare([
    { name: "1 rule", run: () => takeFrom(one!) },
    { name: "1,000 rules", run: () => takeFrom(many!) },
  ], { rounds: 11, warmupMs: 500 });
  printRow([name, ...timings.map((timing) => microseconds(timing, CALLS))]);
}

const FAR: Readonly<Record<string, (at: number) => Partial<Rule>>> = {
  "none fits: prompts": (at) => ({ prompt: `answer ${at}.` }),
  "none fits: four criteria": (at) => ({
    prompt: `answer ${at}.`,
    model: `model ${at % 7}`,
    instructions: ["be kind", /brief/],
    tool: "find",
  }),
};

printHead([`µs to say which are nearest, ${runtimeName()}`, "1 rule", "1,000 rules"]);
for (const [name, shape] of Object.entries(FAR)) {
  if (!isWanted(name)) continue;
  const facts = callFacts(ASK, ORIGIN);
  const report = (book: RuleBook) => () => {
    let said = 0;
    for (let call = 0; call < 20; call++) {
      said += Math.sign(missReport(book, ASK.request, facts).length);
    }
    return said;
  };
  const timings = await compare([
    { name: "1 rule", run: report(bookOf(shape, 1)) },
    { name: "1,000 rules", run: report(bookOf(shape, 1000)) },
  ], { rounds: 31, warmupMs: 500 });
  printRow([name, ...timings.map((timing) => microseconds(timing, 20))]);
}
