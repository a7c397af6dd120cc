import { assertEquals } from "@std/assert";
import { MockGPT } from "../../../mock.ts";
import { LogprobCursor, tokenLogprobs } from "../../../src/mock/providers/token_logprobs.ts";

Deno.test("LogprobCursor gives each token's numbers with the piece in which the token ends", () => {
  const cursor = new LogprobCursor("Hello, you", 2);
  const tokens = ["Hel", "lo", ", y", "", "ou"].map((piece) =>
    cursor.take(piece).map(({ token }) => token)
  );
  assertEquals(tokens, [[], ["Hello"], [","], [], [" you"]]);
});

Deno.test("tokenLogprobs() gives a token in another place another number", () => {
  const [first, second, again] = [...tokenLogprobs("a a", 1), ...tokenLogprobs("a", 1)];
  assertEquals(first, again);
  assertEquals(first!.logprob === second!.logprob, false);
  assertEquals(first!.top, [{ token: "a", logprob: first!.logprob }]);
});

const LONG = "word ".repeat(20_000);

/** Requests of the most answers with the most numbers, whose answers are endless for a mock that makes all at once. */
const HUGE: readonly (readonly [path: string, body: object])[] = [
  ["chat/completions", {
    messages: [{ role: "user", content: "hi" }],
    n: 128,
    logprobs: true,
    top_logprobs: 20,
  }],
  ["completions", { prompt: "hi", n: 20, best_of: 20, logprobs: 5, max_tokens: 100_000 }],
  ["responses", { input: "hi", include: ["message.output_text.logprobs"], top_logprobs: 20 }],
];

async function asked(result: string, path: string, body: object): Promise<Response> {
  const mock = new MockGPT({ rules: [{ result }] });
  const init = { method: "POST", body: JSON.stringify({ model: "m", ...body }) };
  return await mock.fetch(`http://mock/v1/${path}`, init);
}

for (const [path, body] of HUGE) {
  Deno.test(`more numbers than fit into one response are refused by ${path}, and not made`, async () => {
    const response = await asked(path === "responses" ? LONG.repeat(10) : LONG, path, body);
    const { error } = await response.json();
    assertEquals([response.status, error.code], [400, "mock_too_many_logprobs"]);
  });
}

Deno.test("a stream makes the numbers of a piece when it is read", async () => {
  for (const [path, body] of HUGE.slice(0, 2)) {
    const response = await asked(LONG, path, { ...body, best_of: undefined, stream: true });
    const reader = response.body!.getReader();
    const { value } = await reader.read();
    assertEquals([response.status, value!.length > 0], [200, true]);
    await reader.cancel();
  }
});
