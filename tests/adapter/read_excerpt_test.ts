import { assertEquals } from "@std/assert";
import { EXCERPT_BYTES, EXCERPT_MS, readExcerpt } from "../../src/adapter/read_excerpt.ts";
import { systemClock } from "../../src/clock.ts";
import { ManualClock } from "../../src/testing/manual_clock.ts";
import { countedSignal, probeBody } from "./probe_body.ts";

const { signal } = new AbortController();
const OPTIONS = { signal, clock: systemClock };

Deno.test.each([
  { name: "a short body", steps: ["ab", "c"], text: "abc" },
  { name: "an empty body", steps: [], text: "" },
  {
    name: "a body with a character cut in two",
    steps: [...new TextEncoder().encode("é")],
    text: "é",
  },
  { name: "a body that fails", steps: ["ab", { error: new TypeError("reset") }], text: "ab" },
  { name: "one huge chunk", steps: ["x".repeat(100_000)], text: "x".repeat(EXCERPT_BYTES) },
  {
    name: "a body longer than the excerpt",
    steps: Array.from({ length: 9 }, () => "x".repeat(1000)),
    text: "x".repeat(EXCERPT_BYTES),
  },
])("readExcerpt() gives the beginning of $name", async ({ steps, text }) => {
  const body = probeBody(
    steps.map((step) => typeof step === "number" ? new Uint8Array([step]) : step),
  );
  assertEquals(await readExcerpt(body.stream, OPTIONS), text);
});

Deno.test("readExcerpt() gives an empty text for no body", async () => {
  assertEquals(await readExcerpt(null, OPTIONS), "");
});

Deno.test("readExcerpt() ends a stalled body at the abort and leaves no listener", async () => {
  const counted = countedSignal();
  const body = probeBody(["ab", "STALL"]);
  const reading = readExcerpt(body.stream, { signal: counted.signal, clock: systemClock });
  await body.read(1);
  counted.controller.abort("mine");
  assertEquals(await reading, "ab");
  assertEquals([body.cancels, counted.listeners()], [["mine"], 0]);
});

Deno.test.each([
  { name: "that stalls", steps: ["ab", "STALL"] },
  { name: "that gives nothing", steps: ["STALL"] },
])(
  "readExcerpt() gives what a body $name gave within a second, and cancels it",
  async ({ steps }) => {
    const counted = countedSignal();
    const clock = new ManualClock();
    const body = probeBody(steps);
    const reading = readExcerpt(body.stream, { signal: counted.signal, clock });
    await clock.advance(EXCERPT_MS - 1);
    assertEquals(body.cancels.length, 0);
    await clock.advance(1);
    assertEquals(await reading, steps[0] === "STALL" ? "" : "ab");
    assertEquals([body.cancels.length, counted.listeners(), clock.sleeping], [1, 0, 0]);
  },
);

Deno.test("readExcerpt() gives up a body that drips for ever", async () => {
  const clock = new ManualClock();
  const stream = new ReadableStream({
    pull: (controller) => clock.sleep(100).then(() => controller.enqueue(new Uint8Array([120]))),
  }, { highWaterMark: 0 });
  const reading = readExcerpt(stream, { signal, clock });
  await clock.advance(EXCERPT_MS);
  assertEquals(await reading, "x".repeat(EXCERPT_MS / 100 - 1));
  assertEquals(clock.sleeping, 0);
});

Deno.test("readExcerpt() leaves no timer once it has what it wants", async () => {
  const clock = new ManualClock();
  assertEquals(await readExcerpt(probeBody(["ab"]).stream, { signal, clock }), "ab");
  assertEquals(clock.sleeping, 0);
});
