import { assertEquals, assertRejects } from "@std/assert";
import { modelChecks } from "../../../src/checks/model_checks.ts";
import { ContractViolation } from "../../../src/checks/violation.ts";
import { adapter, casesOf, decode, failuresOf, send } from "./tiny_adapter.ts";

const RULE = "release-sockets";
const ONLY = "20 turns in a row, left and aborted by turns";

Deno.test("release-sockets fails an adapter whose left streams keep their sockets", async () => {
  const failures = await failuresOf(
    RULE,
    adapter(async function* (env, signal) {
      const reader = (await send(env, signal)).body!.getReader();
      try {
        yield* decode(reader);
      } finally {
        reader.releaseLock();
      }
    }),
    // Long enough for the server to see that the other ten are gone.
    { deadlineMs: 2000 },
  );
  assertEquals(failures, {
    [ONLY]: "[release-sockets] Expected every response to be released once the turns are " +
      "abandoned, but 10 of 20 were still held after 2000 ms",
  });
});

Deno.test("release-sockets fails an adapter whose aborted streams keep their sockets", async () => {
  const failures = await failuresOf(
    RULE,
    adapter(async function* (env, signal) {
      const response = await send(env);
      const [events, spare] = response.body!.tee();
      const reader = events.getReader();
      try {
        yield* decode(reader);
        signal?.throwIfAborted();
      } finally {
        await Promise.all([reader.cancel(), spare.cancel()]);
      }
    }),
  );
  assertEquals(Object.keys(failures), [ONLY]);
});

Deno.test("release-sockets shows a response that is held, not the last one", async () => {
  const leaky = adapter(async function* (env, signal) {
    const reader = (await send(env, signal)).body!.getReader();
    try {
      yield* decode(reader);
    } finally {
      reader.releaseLock();
    }
  });
  const [check] = modelChecks(leaky, "openai-chat", { only: [RULE], deadlineMs: 2000 });
  const { excerpt } = await assertRejects(() => check!.run(), ContractViolation);
  assertEquals(excerpt, "response 1 of 20: the body is still open");
});

Deno.test("release-sockets is not for a wire of one's own", () => {
  assertEquals(casesOf(RULE, { event: (index) => `data: ${index}\n\n` }), []);
});
