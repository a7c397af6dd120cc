import {
  assert,
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { fuzzSse } from "../../../src/checks/fuzz/fuzz_sse.ts";
import type { FuzzCorpus } from "../../../src/checks/fuzz/fuzz_sse.ts";
import { excerptOf } from "../../../src/checks/excerpt.ts";
import {
  bodyOf,
  framesOf,
  PARALLEL_TURN,
  TEXT_TURN,
  TOOL_TURN,
} from "../../../src/checks/samples/turns.ts";
import { ContractViolation } from "../../../src/checks/violation.ts";
import type { WireId } from "../../../src/wire/wire.ts";
import { openAiChatWire } from "../../../src/wire/openai_chat/openai_chat.ts";
import { wireReader } from "../../../src/wire/wire_reader.ts";
import { WIRES } from "../../../src/wire/wires.ts";
import { changed, FINISH, RIGHT } from "../sse/readers.ts";

for (const wire of Object.keys(WIRES) as WireId[]) {
  Deno.test(`fuzzSse() finds nothing in the reader of ${wire}`, async () => {
    await fuzzSse(wireReader(wire), wire, { numRuns: 150 });
  });
}

/** Makes a whole turn of a body that was cut after it had begun. */
const lenient = changed(async function* (events) {
  let began = false;
  try {
    for await (const event of events) {
      began = true;
      yield event;
    }
  } catch (error) {
    if (!began) throw error;
    yield FINISH;
  }
});

Deno.test("fuzzSse() finds a reader that mends a cut body, and shows how to replay it", async () => {
  const error = await assertRejects(
    () => fuzzSse(lenient, "openai-chat", { seed: 7 }),
    ContractViolation,
  );
  assertEquals(error.rule, "sse-prefix");
  assertStringIncludes(error.excerpt ?? "", "body: data: ");
  const [, path] =
    error.replay?.match(/^fuzzSse\(reader, "openai-chat", \{ seed: 7, path: "(.*)" \}\)$/) ?? [];
  const again = await assertRejects(
    () => fuzzSse(lenient, "openai-chat", { seed: 7, path: path! }),
    ContractViolation,
  );
  assertEquals(again.message, error.message);
});

Deno.test("fuzzSse() makes a failure as small as it gets", async () => {
  const error = await assertRejects(
    () => fuzzSse(lenient, "openai-chat", { seed: 3 }),
    ContractViolation,
  );
  // Nothing is left of what was done to the sample: a cut alone shows the failure.
  const wire = openAiChatWire();
  const samples = [TEXT_TURN, TOOL_TURN, PARALLEL_TURN, [
    ...TEXT_TURN.slice(0, 1),
    ...TEXT_TURN.slice(-1),
  ]];
  const bodies = samples.map((turn) => excerptOf(bodyOf(wire, framesOf(wire, turn)), 2000));
  assert(bodies.some((body) => error.excerpt?.endsWith(body)), error.excerpt);
});

Deno.test("fuzzSse() shows where the body is cut that a reader fails on in another way", async () => {
  const foreign = changed(async function* (events) {
    try {
      yield* events;
    } catch (error) {
      throw new SyntaxError("cut", { cause: error });
    }
  });
  const corpus = {
    bodies: [['data: {"choices":[{"delta":{"content":"x"}}]}\n\n', "data: [DONE]\n\n"]],
  };
  const error = await assertRejects(() => fuzzSse(foreign, corpus, { seed: 1 }), ContractViolation);
  assertEquals(error.rule, "sse-error-class");
  assertMatch(error.excerpt ?? "", /^cut at byte \d+ of \d+: /);
});

Deno.test("fuzzSse() takes bodies of a format that is not known", async () => {
  const corpus = {
    bodies: [['data: {"choices":[{"delta":{"content":"x"}}]}\n\n', "data: [DONE]\n\n"]],
  };
  await fuzzSse(RIGHT, corpus, { numRuns: 50 });
  const error = await assertRejects(() => fuzzSse(lenient, corpus, { seed: 1 }), ContractViolation);
  assertStringIncludes(error.replay ?? "", "fuzzSse(reader, corpus, { seed: 1");
});

Deno.test("fuzzSse() says what it wants when its arguments are wrong", async () => {
  await assertRejects(() => fuzzSse(RIGHT, "smoke" as WireId), TypeError, "openai-chat");
  for (const bad of [{ bodies: [] }, { bodies: ["data: x\n\n"] }, {}, undefined]) {
    await assertRejects(
      () => fuzzSse(RIGHT, bad as unknown as FuzzCorpus),
      TypeError,
      "{ bodies }",
    );
  }
});
