import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { checkSsePrefix } from "../../../src/checks/sse/check_sse_prefix.ts";
import { ContractViolation } from "../../../src/checks/violation.ts";
import { wireReader } from "../../../src/wire/wire_reader.ts";
import { BODY, changed, FINISH, RIGHT } from "./readers.ts";

Deno.test("checkSsePrefix() passes the right reader at every cut", async () => {
  for (let cut = 0; cut <= BODY.length; cut++) await checkSsePrefix(RIGHT, BODY, cut);
});

Deno.test("checkSsePrefix() finds a reader that makes a whole turn of a cut body", async () => {
  const lenient = changed(async function* (events) {
    try {
      yield* events;
    } catch {
      yield FINISH;
    }
  });
  const error = await assertRejects(() => checkSsePrefix(lenient, BODY, 20), ContractViolation);
  assertEquals(error.rule, "sse-prefix");
  assertStringIncludes(error.message, "cut at byte 20 of");
});

Deno.test("checkSsePrefix() lets a cut lose the usage, as the seed does", async () => {
  const reader = wireReader("openai-chat", { terminator: "optional" });
  const body = 'data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\n' +
    'data: {"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":1}}\n\n';
  for (let cut = 0; cut <= body.length; cut++) await checkSsePrefix(reader, body, cut);
});

Deno.test("checkSsePrefix() keeps the properties of readSse() for the beginning too", async () => {
  const reader = changed(async function* (events) {
    try {
      yield* events;
    } catch (error) {
      throw new SyntaxError("cut", { cause: error });
    }
  });
  await checkSsePrefix(reader, BODY, BODY.length);
  const error = await assertRejects(() => checkSsePrefix(reader, BODY, 20), ContractViolation);
  assertEquals(error.rule, "sse-error-class");
});

Deno.test("checkSsePrefix() refuses a cut outside the body", async () => {
  for (const cut of [-1, BODY.length + 1, 1.5, NaN]) {
    await assertRejects(
      () => checkSsePrefix(RIGHT, BODY, cut),
      RangeError,
      `current value is ${cut}`,
    );
  }
});
