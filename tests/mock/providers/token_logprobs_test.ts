import { assertEquals } from "@std/assert";
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
