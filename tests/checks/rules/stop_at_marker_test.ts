import { assertEquals, assertStringIncludes } from "@std/assert";
import { adapter, casesOf, decode, failuresOf, newDecoder, send } from "./tiny_adapter.ts";

const RULE = "stop-at-marker";
const ALL = casesOf(RULE);

Deno.test("stop-at-marker fails an adapter that waits for the end of the body", async () => {
  const failures = await failuresOf(
    RULE,
    adapter(async function* (env, signal) {
      const decoder = newDecoder();
      for await (const chunk of (await send(env, signal)).body!) yield* decoder.push(chunk);
      yield* decoder.end();
    }),
  );
  assertEquals(Object.keys(failures), ALL);
  assertEquals(
    failures["a text turn"],
    "[stop-at-marker] Expected the turn to end at its marker, although the connection stays open, " +
      "but it gave its finish, but the loop was still running after 400 ms",
  );
});

Deno.test("stop-at-marker fails an adapter that keeps its finish until the end of the body", async () => {
  const failures = await failuresOf(
    RULE,
    adapter(async function* (env, signal) {
      const decoder = newDecoder();
      yield* decoder.push(await (await send(env, signal)).bytes());
      yield* decoder.end();
    }),
  );
  assertEquals(Object.keys(failures), ALL);
  assertStringIncludes(failures["a text turn"]!, "but it did not end in time; it gave no event");
});

Deno.test("stop-at-marker fails an adapter that ends at the marker and holds the body", async () => {
  const failures = await failuresOf(
    RULE,
    adapter(async function* (env, signal) {
      yield* decode((await send(env, signal)).body!.getReader());
    }),
  );
  assertEquals(Object.keys(failures), ALL);
  assertStringIncludes(failures["a text turn"]!, "to be released once the turn has ended");
});

Deno.test("stop-at-marker does not apply to a wire that ends with the connection", () => {
  assertEquals(casesOf(RULE, "gemini"), []);
});
