import { assertEquals, assertMatch } from "@std/assert";
import { faulty, Loop, loopAdapter } from "./loop_adapter.ts";
import { casesOf, failuresOf } from "./tiny_adapter.ts";

const RULE = "reset";

Deno.test("reset fails an adapter that takes a broken connection for the end of the turn", async () => {
  const failures = await failuresOf(
    RULE,
    faulty((loop) => ({
      *onBroken() {
        yield loop.finish();
      },
    })),
  );
  assertEquals(Object.keys(failures), casesOf(RULE));
  assertMatch(
    failures["between the events of a text turn"]!,
    /but it gave a whole turn: .*; 6 of 7 cuts go wrong$/,
  );
});

Deno.test("reset fails an adapter that swallows a broken connection", async () => {
  const failures = await failuresOf(RULE, faulty(() => ({ onBroken: () => [] })));
  assertEquals(Object.keys(failures), casesOf(RULE));
  assertMatch(
    failures["within the events of a tool turn"]!,
    /but it ended normally, without a finish or an error, after 1 event .*; 32 of 32 cuts go wrong$/,
  );
});

Deno.test("reset passes an adapter that ends at the marker, and the loop done right", async () => {
  assertEquals(await failuresOf(RULE, loopAdapter(() => new Loop())), {});
});

Deno.test("reset passes the loop done right on a server", async () => {
  const options = { transport: "server", deadlineMs: 5000 } as const;
  assertEquals(await failuresOf(RULE, loopAdapter(() => new Loop()), options), {});
});
