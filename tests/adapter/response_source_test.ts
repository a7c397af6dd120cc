import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { ResponseSource } from "../../src/adapter/response_source.ts";
import type { OpenedResponse } from "../../src/adapter/response_source.ts";
import { probeBody } from "./probe_body.ts";

Deno.test("ResponseSource opens the response with the first read, once", async () => {
  const { stream } = probeBody(["a", "b"]);
  let opened = 0;
  const source = new ResponseSource(() => {
    opened++;
    return Promise.resolve({ body: stream, requestId: "req_1" });
  });
  assertEquals([opened, source.requestId], [0, undefined]);
  for (const done of [false, false, true]) assertEquals((await source.read()).done, done);
  assertEquals([opened, source.requestId], [1, "req_1"]);
});

Deno.test("ResponseSource gives the reason to a request under way, and to no one else", async () => {
  const signals: AbortSignal[] = [];
  const source = new ResponseSource((signal) => {
    signals.push(signal);
    return new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  });
  const reading = source.read();
  const reason = { mine: true };
  source.cancel(reason);
  assertStrictEquals(await assertRejects(() => reading), reason);
  assertEquals(signals.length, 1);
});

Deno.test("ResponseSource cancels a body that comes although it was cancelled", async () => {
  const body = probeBody(["a"]);
  let open!: (response: OpenedResponse) => void;
  const source = new ResponseSource(() => new Promise((resolve) => open = resolve));
  const reading = source.read();
  const reason = new Error("mine");
  source.cancel(reason);
  open({ body: body.stream, requestId: undefined });
  assertStrictEquals(await assertRejects(() => reading), reason);
  assertEquals([body.reads(), body.cancels], [0, [reason]]);
});

Deno.test("ResponseSource cancels the body, not the request, once it is read", async () => {
  const body = probeBody(["a", "STALL"]);
  let signal!: AbortSignal;
  const source = new ResponseSource((own) => {
    signal = own;
    return Promise.resolve({ body: body.stream, requestId: undefined });
  });
  await source.read();
  source.cancel("enough");
  assertEquals([body.cancels, signal.aborted], [["enough"], false]);
});
