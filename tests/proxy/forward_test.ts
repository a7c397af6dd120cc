import { assertEquals, assertStringIncludes } from "@std/assert";
import { lab, received } from "./support/lab.ts";
import { answer, c, comment, DONE, fin, PRE, status, stream } from "./support/scripted_upstream.ts";

const decode = (...parts: readonly Uint8Array[]) =>
  parts.map((part) => new TextDecoder().decode(part)).join("");

Deno.test("a stream passes byte for byte", async () => {
  const { ask } = lab({ u1: [stream(PRE, c("Hel"), c("lo"), fin("stop"), DONE, "EOF")] });
  const response = await ask();
  assertEquals(await received(response), {
    text: decode(PRE, c("Hel"), c("lo"), fin("stop"), DONE),
    isWhole: true,
  });
});

Deno.test("a stream that is cut before its first output fails over, and nothing of it reaches the client", async () => {
  const { ask, upstreams } = lab({
    u1: [stream(PRE, "EOF")],
    u2: [stream(PRE, c("ok"), fin("stop"), DONE, "EOF")],
  });
  const response = await ask();
  assertEquals(await received(response), {
    text: decode(PRE, c("ok"), fin("stop"), DONE),
    isWhole: true,
  });
  assertEquals(upstreams.hits("u1").length, 1);
  assertEquals(response.headers.get("x-proxy-upstream"), "u2/m");
});

Deno.test("a stream that is cut after its first output ends by an error and a broken transfer", async () => {
  const { ask, upstreams } = lab({
    u1: [stream(PRE, c("Hel"), "CUT")],
    u2: [stream(c("ok"), fin("stop"), DONE, "EOF")],
  });
  const got = await received(await ask());
  assertEquals(got.isWhole, false);
  assertStringIncludes(got.text, "Hel");
  assertStringIncludes(got.text, '"error"');
  assertEquals(got.text.includes("[DONE]"), false);
  assertEquals(upstreams.hits("u2").length, 0);
});

Deno.test("what may be the beginning of a tag is not lost when its stream breaks", async () => {
  const { ask } = lab({ u1: [stream(PRE, c("Hello"), c(" <thi"), "CUT")] }, {
    provider: { think_tags: "split" },
  });
  const { text, isWhole } = await received(await ask());
  assertEquals(isWhole, false);
  const [before, after] = text.split('"error"');
  assertStringIncludes(before!, "<thi");
  assertEquals(after?.includes("<thi"), false);
});

Deno.test("an upstream that fails rests, then all of them do", async () => {
  const { ask, clock } = lab({ u1: [status(500), answer("ok")] });
  assertEquals((await ask({ stream: false })).status, 500);
  const response = await ask({ stream: false });
  assertEquals(response.status, 503);
  assertEquals(response.headers.get("retry-after"), "1");
  assertStringIncludes(await response.text(), "all upstreams cooling, retry in 1s");
  await clock.advance(1000);
  assertEquals((await ask({ stream: false })).status, 200);
});

Deno.test("a stream that nobody asked for is made a whole answer, and fails over if it is cut", async () => {
  const { ask } = lab({
    u1: [stream(PRE, c("Hel"), "CUT")],
    u2: [stream(PRE, c("Hel"), c("lo"), fin("stop"), DONE, "EOF")],
  });
  const response = await ask({ stream: false });
  assertEquals(response.headers.get("content-type"), "application/json");
  const { choices: [choice] } = await response.json();
  assertEquals([choice.message.content, choice.finish_reason], ["Hello", "stop"]);
  assertEquals(response.headers.get("x-proxy-upstream"), "u2/m");
});

Deno.test("a whole answer where a stream was asked for is made a stream", async () => {
  const { ask } = lab({ u1: [answer("Hello")] });
  const response = await ask({ stream_options: { include_usage: true } });
  assertEquals(response.headers.get("content-type"), "text/event-stream");
  const events = (await response.text()).trimEnd().split("\n\n").map((event) => event.slice(6));
  assertEquals(events.pop(), "[DONE]");
  const chunks = events.map((event) => JSON.parse(event));
  assertEquals(chunks.map(({ choices }) => choices[0]?.delta.content), [
    "Hello",
    undefined,
    undefined,
  ]);
  assertEquals(chunks[1].choices[0].finish_reason, "stop");
  assertEquals(chunks[2].usage.total_tokens, 2);
});

Deno.test.each([
  { name: "a page", headers: { "content-type": "text/html" } },
  {
    name: "a body that nobody here can decode",
    headers: { "content-type": "text/event-stream", "content-encoding": "zstd" },
  },
])("$name in place of an answer is let go of, and the next upstream asked", async ({ headers }) => {
  const { upstreams, ask } = lab({
    u1: [{ headers, steps: [c("no"), "HANG"] }],
    u2: [stream(PRE, c("ok"), fin("stop"), DONE, "EOF")],
  });
  const response = await ask();
  assertEquals(response.headers.get("x-proxy-upstream"), "u2/m");
  assertEquals((await received(response)).isWhole, true);
  assertEquals(upstreams.hits("u1")[0]!.isClosed, true);
});

Deno.test("a refusal for limits tells when the first upstream may be asked again, also where none gave a hint", async () => {
  for (const scripts of [{ u1: [status(429)] }, { u1: [status(429)], u2: [status(429)] }]) {
    const { ask, clock } = lab(scripts);
    await (await ask()).text();
    await clock.advance(1000);
    await (await ask()).text();
    await clock.advance(2000);
    const response = await ask();
    assertEquals([response.status, response.headers.get("retry-after")], [429, "4"]);
    await response.body?.cancel();
  }
});

Deno.test("an answer that was let through for its long preamble and ends without output ends by an error", async () => {
  const long = comment("x".repeat(300_000));
  const { ask, upstreams } = lab({
    u1: [stream(PRE, long, fin("stop"), DONE, "EOF")],
    u2: [stream(c("ok"), fin("stop"), DONE, "EOF")],
  });
  const { text, isWhole } = await received(await ask());
  assertEquals([isWhole, text.includes("[DONE]")], [false, false]);
  assertStringIncludes(text, '"code":"empty"');
  assertEquals(upstreams.hits("u2").length, 0);
});
