import { assertEquals } from "@std/assert";
import { snapshotRequest } from "../../../mock.ts";
import { generateAsk } from "../../../src/mock/request/generate_ask.ts";
import { callFacts } from "../../../src/mock/rules/call_facts.ts";
import { RuleBook } from "../../../src/mock/rules/rule_book.ts";
import { RuleIndex } from "../../../src/mock/rules/rule_index.ts";

const HEAD = "In the year of the great flood ".repeat(3);
const RULES = ["one", "two"].flatMap((end) => [
  { prompt: HEAD + end, result: end },
  { instructions: HEAD + end, result: end },
]);

function asked(content: string) {
  const ask = generateAsk(snapshotRequest({
    model: "m",
    messages: [{ role: "system", content }, { role: "user", content }],
  }));
  return [ask.request, callFacts(ask, undefined)] as const;
}

Deno.test("RuleIndex files the beginning of a long text alone, so that its size is bounded", () => {
  const index = new RuleIndex(RULES);
  assertEquals(index.candidates(...asked(`${HEAD}three`)), [0, 1, 2, 3]);
  assertEquals(index.candidates(...asked(HEAD.slice(0, 32))), []);
});

Deno.test("RuleBook.find() tells rules apart by what follows the beginning of their texts", () => {
  const book = new RuleBook(RULES);
  assertEquals(book.find(...asked(`${HEAD}two`))?.index, 2);
  assertEquals(book.find(...asked(`${HEAD}three`)), undefined);
});
