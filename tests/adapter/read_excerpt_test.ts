import { assertEquals } from "@std/assert";
import { EXCERPT_BYTES, readExcerpt } from "../../src/adapter/read_excerpt.ts";
import { countedSignal, probeBody } from "./probe_body.ts";

const { signal } = new AbortController();

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
  assertEquals(await readExcerpt(body.stream, signal), text);
});

Deno.test("readExcerpt() gives an empty text for no body", async () => {
  assertEquals(await readExcerpt(null, signal), "");
});

Deno.test("readExcerpt() ends a stalled body at the abort and leaves no listener", async () => {
  const counted = countedSignal();
  const body = probeBody(["ab", "STALL"]);
  const reading = readExcerpt(body.stream, counted.signal);
  await body.read(1);
  counted.controller.abort("mine");
  assertEquals(await reading, "ab");
  assertEquals([body.cancels, counted.listeners()], [["mine"], 0]);
});
