import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { encodeModelResponse } from "../../mock.ts";

const REASON = new Error("The client left");

Deno.test.each([{ stream: false }, { stream: true }])(
  "encodeModelResponse() with stream: $stream tells once how the body ended",
  async ({ stream }) => {
    const settled: (readonly [unknown, boolean])[] = [];
    const encode = (signal: AbortSignal) =>
      encodeModelResponse(
        { model: "demo", messages: [{ role: "user", content: "状态" }], stream },
        { content: "服务在线。" },
        "mock-1",
        1700000000,
        signal,
        (error, cancelled) => {
          settled.push([error, cancelled]);
          throw new Error("Nobody hears this");
        },
      );
    const whole = encode(new AbortController().signal);
    assertEquals(settled, []);
    assertEquals((await whole.text()).includes("mock-1"), true);
    const aborted = encode(AbortSignal.abort(REASON));
    assertEquals(await assertRejects(() => aborted.text()), REASON);
    const cancelled = encode(new AbortController().signal);
    await cancelled.body?.cancel(REASON);
    assertEquals(settled, [[undefined, false], [REASON, true], [REASON, true]]);
  },
);

Deno.test.each([{ stream: false }, { stream: true }])(
  "encodeModelResponse() with stream: $stream ends its body when the signal aborts later, and nobody hears what an asynchronous callback rejects with",
  async ({ stream }) => {
    const settled: (readonly [unknown, boolean])[] = [];
    const leaving = new AbortController();
    const onSettled = async (error: unknown, cancelled: boolean): Promise<void> => {
      settled.push([error, cancelled]);
      await Promise.reject(new Error("Nobody hears this"));
    };
    const response = encodeModelResponse(
      { model: "demo", messages: [{ role: "user", content: "hi" }], stream },
      { content: "Hello ".repeat(50_000) },
      "mock-1",
      1700000000,
      leaving.signal,
      onSettled,
    );
    const reader = response.body!.getReader();
    if (stream) await reader.read();
    leaving.abort(REASON);
    assertEquals(await assertRejects(() => reader.read()), REASON);
    assertEquals(settled, [[REASON, true]]);
    await new Promise((resolve) => setTimeout(resolve, 0));
  },
);

Deno.test("encodeModelResponse() tells nothing of a body that nobody has read", async () => {
  const settled: unknown[] = [];
  const response = encodeModelResponse(
    { model: "demo", messages: [{ role: "user", content: "hi" }] },
    "A text alone",
    "mock-1",
    0,
    new AbortController().signal,
    () => void settled.push("told"),
  );
  await new Promise((resolve) => setTimeout(resolve, 0));
  assertEquals(settled, []);
  assertEquals((await response.json()).choices[0].message.content, "A text alone");
  assertEquals(settled, ["told"]);
});

const BAD_ARGUMENTS: readonly {
  readonly at: number;
  readonly value: unknown;
  readonly kind: new () => Error;
  readonly message: string;
}[] = [
  { at: 1, value: undefined, kind: TypeError, message: "'result' as it must be" },
  { at: 1, value: { contnet: "x" }, kind: TypeError, message: "'result.contnet'" },
  { at: 2, value: "", kind: TypeError, message: "'id' as it must be a text that is not empty" },
  { at: 2, value: 7, kind: TypeError, message: "'id' as it must be" },
  { at: 3, value: "now", kind: TypeError, message: "'created' as it must be a whole number" },
  { at: 3, value: 1.5, kind: TypeError, message: "'created' as it must be a whole number" },
  { at: 3, value: NaN, kind: TypeError, message: "'created' as it must be a whole number" },
  { at: 3, value: -1, kind: RangeError, message: "'created' as it must be from 0 to" },
  { at: 3, value: 1e15, kind: RangeError, message: "'created' as it must be from 0 to" },
  { at: 4, value: undefined, kind: TypeError, message: "'signal' as it must be an AbortSignal" },
  { at: 4, value: { aborted: true }, kind: TypeError, message: "'signal' as it must be" },
  { at: 5, value: undefined, kind: TypeError, message: "'onSettled' as it must be a function" },
];

Deno.test("encodeModelResponse() says which of its arguments is wrong", () => {
  const good = [
    { model: "demo", messages: [{ role: "user", content: "hi" }] },
    { content: "Hello" },
    "mock-1",
    1700000000,
    new AbortController().signal,
    () => {},
  ];
  for (const { at, value, kind, message } of BAD_ARGUMENTS) {
    const args = good.with(at, value as string) as Parameters<typeof encodeModelResponse>;
    assertThrows(() => encodeModelResponse(...args), kind, message);
  }
});
