import { assertEquals, assertThrows } from "@std/assert";
import { MockGPT, readFixtures } from "../../../mock.ts";
import type { Rule } from "../../../mock.ts";

const IMPOSSIBLE: readonly (readonly [rule: Rule, message: string])[] = [
  [
    { surface: "embeddings", result: "words" },
    "'options.rules[0]' as it answers with a turn, which no call at its 'surface' asks for",
  ],
  [
    { surface: "embeddings", generator: () => "words" },
    "'options.rules[0]' as it answers with a turn",
  ],
  [
    { surface: ["gemini", "ollama"], embedding: [1] },
    "'options.rules[0]' as it answers with a vector, which no call at its 'surface' asks for",
  ],
  [
    { sequence: [{ response: { status: 500 } }, { embedding: [1] }, { result: "words" }] },
    "'options.rules[0].sequence[2]' as it answers with a turn, and a reply before it with a vector",
  ],
  [
    { surface: "embeddings", sequence: [{ result: "words" }] },
    "'options.rules[0].sequence[0]' as it answers with a turn",
  ],
];

for (const [rule, message] of IMPOSSIBLE) {
  Deno.test(`A rule that no call could ever use is refused: ${message}`, () => {
    assertThrows(() => new MockGPT({ rules: [rule] }), TypeError, message);
    assertThrows(() => new MockGPT().append(rule), TypeError);
  });
}

Deno.test("Rules for vectors, for turns, and failures of either are rules", () => {
  const rules: Rule[] = [
    { surface: "embeddings", embedding: [1] },
    { surface: ["embeddings", "gemini"], embedding: [1] },
    { surface: ["embeddings", "gemini"], result: "words" },
    { surface: "embeddings", response: { status: 500 } },
    { sequence: [{ response: { status: 500 } }, { embedding: [1] }] },
    { sequence: [{ response: { status: 500 } }, { result: "words" }] },
  ];
  assertEquals(new MockGPT({ rules }).ruleCount, 6);
});

Deno.test("A sequence that fails first is for the calls that its other replies answer", async () => {
  const failing = { response: { status: 500 } };
  const mock = new MockGPT({
    rules: [{ sequence: [failing, { embedding: [1] }] }, { sequence: [failing, { result: "a" }] }],
  });
  const statusAt = async (path: string, body: object) => {
    const init = { method: "POST", body: JSON.stringify({ model: "m", ...body }) };
    const response = await mock.fetch(`http://mock/v1/${path}`, init);
    await response.body?.cancel();
    return response.status;
  };
  const messages = [{ role: "user", content: "hi" }];
  assertEquals(await statusAt("chat/completions", { messages }), 500);
  assertEquals(await statusAt("embeddings", { input: "hi" }), 500);
  assertEquals(await statusAt("embeddings", { input: "hi" }), 200);
  assertEquals(await statusAt("chat/completions", { messages }), 200);
  mock.assertDone();
});

Deno.test("A fixture of aimock that no call could ever use is left out, and a note says so", () => {
  const file = {
    fixtures: [
      { match: { endpoint: "embedding" }, response: { content: "words" } },
      { match: { endpoint: "chat" }, response: { embedding: [1] } },
      { match: { userMessage: "hi" }, response: { content: "Hello" } },
    ],
  };
  const { rules, notes } = readFixtures(file, "a.json");
  assertEquals(new MockGPT({ rules }).ruleCount, 1);
  assertEquals(notes, [
    "'a.json.fixtures[0]' is left out, as it answers with a turn, which no call at its 'endpoint' asks for",
    "'a.json.fixtures[1]' is left out, as it answers with a vector, which no call at its 'endpoint' asks for",
  ]);
});
