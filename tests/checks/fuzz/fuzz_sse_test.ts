import {
  assert,
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { fuzzSse } from "../../../src/checks/fuzz/fuzz_sse.ts";
import type { FuzzCorpus, FuzzSseOptions } from "../../../src/checks/fuzz/fuzz_sse.ts";
import { ContractViolation } from "../../../src/checks/violation.ts";
import type { WireId } from "../../../src/wire/wire.ts";
import { wireReader } from "../../../src/wire/wire_reader.ts";
import { WIRES } from "../../../src/wire/wires.ts";
import { toBytes } from "../../../src/bytes.ts";
import type { Bytes } from "../../../src/bytes.ts";
import type { SseReader } from "../../../src/checks/sse/emit.ts";
import { EventFrames } from "../../kill_matrix/event_frames.ts";
import { reader } from "../../kill_matrix/steps.ts";
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
    () => fuzzSse(lenient, "openai-chat", { seed: 6 }),
    ContractViolation,
  );
  assertEquals(error.rule, "sse-prefix");
  assertStringIncludes(error.excerpt ?? "", "\nbody: data:");
  const [, path] =
    error.replay?.match(/^fuzzSse\(reader, "openai-chat", \{ seed: 6, path: "(.*)" \}\)$/) ?? [];
  const again = await assertRejects(
    () => fuzzSse(lenient, "openai-chat", { seed: 6, path: path! }),
    ContractViolation,
  );
  assertEquals(again.message, error.message);
});

Deno.test("fuzzSse() makes a failure as small as it gets", async () => {
  const error = await assertRejects(
    () => fuzzSse(lenient, "openai-chat", { seed: 3 }),
    ContractViolation,
  );
  // Nothing is left of what was done to the sample, nor of the sample what is not needed: two
  // pieces of text, between which a cut alone shows the failure.
  const event = String.raw`data:\{"choices":\[\{"delta":\{"content":"[^"]"\}\}\]\}`;
  assertMatch(
    error.excerpt ?? "",
    new RegExp(String.raw`\nbody: ${event}\\n\\n${event}$`, "u"),
  );
  // An end of the turn is not needed either, as this reader makes one up.
  assertMatch(error.excerpt ?? "", /^cut at byte 4\d of 9\d: /);
});

Deno.test("fuzzSse() makes the body small where the end of the body ends the turn", async () => {
  const loose: SseReader = async function* (body) {
    let events = 0;
    try {
      for await (const event of wireReader("gemini")(body)) {
        events++;
        yield event;
      }
    } catch (error) {
      if (events === 0) throw error;
      yield FINISH;
    }
  };
  const error = await assertRejects(() => fuzzSse(loose, "gemini", { seed: 1 }), ContractViolation);
  const event = String
    .raw`data:\{"candidates":\[\{"content":\{"parts":\[\{"text":"[^"]"\}\]\}\}\]\}`;
  assertMatch(error.excerpt ?? "", new RegExp(String.raw`\nbody: ${event}\\n\\n${event}$`, "u"));
});

Deno.test("fuzzSse() does not wait for ever to make a body small that hangs its reader", async () => {
  const time = new FakeTime();
  try {
    let isOver = false;
    const hanging: SseReader = async function* (body) {
      await new Response(body).text();
      await new Promise(() => {});
      yield FINISH;
    };
    const fuzzing = fuzzSse(hanging, { bodies: [["data: a\n\n"]] }, { seed: 1, numRuns: 1 })
      .then(() => undefined, (error: unknown) => error).finally(() => isOver = true);
    let ticks = 0;
    for (; !isOver && ticks < 2000; ticks++) await time.tickAsync(100);
    const error = await fuzzing;
    assert(error instanceof ContractViolation);
    assertEquals(error.rule, "sse-settles");
  } finally {
    time.restore();
  }
});

Deno.test("fuzzSse() shows a beginning that fails by itself as the whole body", async () => {
  const foreign = changed(async function* (events) {
    let began = false;
    try {
      for await (const event of events) {
        began = true;
        yield event;
      }
    } catch (error) {
      if (!began) throw error;
      throw new SyntaxError("cut", { cause: error });
    }
  });
  const corpus = {
    bodies: [['data: {"choices":[{"delta":{"content":"x"}}]}\n\n', "data: [DONE]\n\n"]],
  };
  const error = await assertRejects(() => fuzzSse(foreign, corpus, { seed: 1 }), ContractViolation);
  assertEquals(error.rule, "sse-error-class");
  assertMatch(
    error.excerpt ?? "",
    /^body: data:\{"choices":\[\{"delta":\{"content":"[^"]"\}\}\]\}$/u,
  );
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

/** A splitter at blank lines that takes the CR away from the last line of an event only. */
const halfway: SseReader = reader("openai-chat", () => ({
  frames: new (class extends EventFrames {
    override lines(event: string): string[] {
      const lines = event.split(/\n|\r(?!\n)/).filter((line) => line.startsWith("data:"));
      return lines.map((line, at) => at === lines.length - 1 ? line.trimEnd() : line);
    }
    override field(line: string): readonly [string | undefined, string] {
      const [, name, value = ""] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
      return [name, value];
    }
  })(),
}));

Deno.test("fuzzSse() finds a reader that fails only on several data lines with CRLF", async () => {
  const error = await assertRejects(
    () => fuzzSse(halfway, "openai-chat", { seed: 1 }),
    ContractViolation,
  );
  assertEquals(error.rule, "sse-spelling");
  // Nothing but what is needed is left of the spelling and of the body.
  const { excerpt = "" } = error;
  assertMatch(excerpt, /^body: data: \{\\r\\ndata: .{0,60}\\r?\\ndata: \}/);
  assertEquals(/keep-alive|trace|data:\S/.test(excerpt), false);
  const [, path] = error.replay?.match(/seed: 1, path: "(.*)" \}\)$/) ?? [];
  const again = await assertRejects(
    () => fuzzSse(halfway, "openai-chat", { seed: 1, path: path! }),
    ContractViolation,
  );
  assertEquals(again.message, error.message);
});

for (
  const { name, change } of [
    {
      name: "takes a CR for no line end",
      change: (text: string) => text.replaceAll("\r", " "),
    },
    {
      name: "asks for a space behind the colon",
      change: (text: string) => text.replaceAll(/^data:(?! )/gm, "no: "),
    },
    {
      name: "takes comments for data",
      change: (text: string) => text.replaceAll(/^:/gm, "data:"),
    },
  ]
) {
  Deno.test(`fuzzSse() finds a reader that ${name}`, async () => {
    const rewriting: SseReader = (body) => {
      const whole = async function* (): AsyncGenerator<Bytes> {
        yield toBytes(change(await new Response(body).text()));
      };
      return RIGHT(ReadableStream.from(whole()));
    };
    const error = await assertRejects(
      () => fuzzSse(rewriting, "openai-chat", { seed: 1 }),
      ContractViolation,
    );
    assertMatch(error.rule, /^sse-(spelling|prefix|chunking)$/);
  });
}

Deno.test("fuzzSse() spells a corpus otherwise only if it is an event stream", async () => {
  const seen = new Set<string>();
  const watching: SseReader = async function* (body) {
    const text = await new Response(body).text();
    if (text.includes("\r")) seen.add(text);
    yield FINISH;
  };
  await fuzzSse(watching, { bodies: [['{"a":1}\n', "{}\n"]] }, { seed: 1, numRuns: 60 });
  // A byte may be changed to anything.
  assertEquals([...seen].filter((text) => text.includes("\r\n")), []);
  await fuzzSse(watching, { bodies: [["data: a\n\n"]] }, { seed: 1 });
  assert([...seen].some((text) => /data: ?a\r\n\r\n/.test(text)));
  assertEquals([...seen].some((text) => text.includes("{\r\n")), false);
});

Deno.test("fuzzSse() says what it wants when its options are wrong", async () => {
  const wrong:
    readonly (readonly [FuzzSseOptions, typeof TypeError | typeof RangeError, string])[] = [
      [{ numRuns: -1 }, RangeError, "'numRuns' must be a positive integer: current value is -1"],
      [{ numRuns: 0 }, RangeError, "'numRuns' must be a positive integer: current value is 0"],
      [{ numRuns: 1.5 }, RangeError, "current value is 1.5"],
      [{ numRuns: NaN }, RangeError, "current value is NaN"],
      [{ numRuns: "9" as never }, TypeError, 'current value is "9"'],
      [{ numRuns: 9n as never }, TypeError, "current value is 9"],
      [{ seed: 0.5 }, RangeError, "'seed' must be an integer of 32 bits: current value is 0.5"],
      [{ seed: 2 ** 32 }, RangeError, "current value is 4294967296"],
      [{ seed: "1" as never }, TypeError, "'seed' must be an integer of 32 bits"],
      [{ seed: 1, path: "last" }, RangeError, "'path' must be what a failure named"],
      [{ seed: 1, path: 7 as never }, TypeError, "'path' must be what a failure named"],
      [{ path: "1:0" }, TypeError, "needs the 'seed'"],
      [{ isModelFailure: true as never }, TypeError, "'isModelFailure' must be a function"],
      [{ runs: 3 } as never, TypeError, "numRuns"],
      [null as never, TypeError, "must be an object"],
    ];
  for (const [options, ErrorClass, said] of wrong) {
    await assertRejects(() => fuzzSse(RIGHT, "openai-chat", options), ErrorClass, said);
  }
});
