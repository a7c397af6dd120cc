import { assertEquals, assertRejects } from "@std/assert";
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
