import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { toBytes } from "../../../src/bytes.ts";
import type { Reply } from "../../../src/checks/lab/reply.ts";
import { ServerLab } from "../../../src/checks/lab/server_lab.ts";

const PARTS = ["one ", "two ", "three"];

async function labWith(more: Partial<Reply> = {}): Promise<ServerLab> {
  const lab = await ServerLab.start();
  lab.answer({
    contentType: "text/event-stream",
    chunks: PARTS.map(toBytes),
    end: "close",
    ...more,
  });
  return lab;
}

Deno.test("ServerLab answers a request at its address with the reply", async () => {
  const lab = await labWith();
  const response = await fetch(`${lab.env.baseUrl}/v1/chat`, { method: "POST", body: "{}" });
  assertEquals(response.headers.get("content-type"), "text/event-stream");
  assertEquals(await response.text(), "one two three");
  assertEquals(lab.exchanges.map(({ end }) => end), ["complete"]);
  await lab.close();
});

Deno.test("ServerLab sees that a client leaves, however it does", async () => {
  const lab = await labWith({ end: "hang" });
  for (const how of ["cancel", "abort"]) {
    const abort = new AbortController();
    const arrival = lab.next();
    const response = await lab.env.fetch(lab.env.baseUrl, { signal: abort.signal });
    const reader = response.body!.getReader();
    await reader.read();
    const exchange = await arrival;
    assertEquals(exchange.end, undefined);
    if (how === "cancel") await reader.cancel();
    else abort.abort();
    await exchange.closed;
    assertEquals(exchange.end, "cancelled");
  }
  await lab.close();
});

Deno.test("ServerLab breaks the connection on a reset, after all chunks", async () => {
  const lab = await labWith({ end: "reset" });
  const response = await lab.env.fetch(lab.env.baseUrl);
  const decoder = new TextDecoder();
  let text = "";
  await assertRejects(async () => {
    for await (const chunk of response.body!) text += decoder.decode(chunk);
  }, TypeError);
  assertEquals([text, lab.exchanges[0]?.end], ["one two three", "reset"]);
  await lab.close();
});

Deno.test("ServerLab ends what is still open when it closes, also what nobody reads", async () => {
  const lab = await labWith({ end: "hang" });
  const unread = await lab.env.fetch(new Request(lab.env.baseUrl));
  const unlocked = (await lab.env.fetch(lab.env.baseUrl)).body!.getReader();
  await unlocked.read();
  unlocked.releaseLock();
  const { signal } = new AbortController();
  const locked = (await lab.env.fetch(lab.env.baseUrl, { signal })).body!.getReader();
  await locked.read();
  assertEquals(lab.exchanges.map(({ end }) => end), [undefined, undefined, undefined]);
  await lab.close();
  assertEquals(lab.exchanges.map(({ end }) => end), ["aborted", "aborted", "aborted"]);
  await assertRejects(() => unread.text(), Error, "The check is over");
});

Deno.test("ServerLab tells of a chunk that cannot be made when it closes", async () => {
  const chunks = {
    [Symbol.iterator](): never {
      throw new RangeError("No such event");
    },
  };
  const lab = await labWith({ chunks });
  const response = await lab.env.fetch(lab.env.baseUrl);
  await assertRejects(() => response.text());
  await assertRejects(() => lab.close(), RangeError, "No such event");
});

Deno.test("ServerLab holds responses of the global fetch, and ends them when it closes", async () => {
  const lab = await labWith({ end: "hang" });
  const { baseUrl } = lab.env;
  const responses = [
    await fetch(`${baseUrl}/v1/chat`),
    await fetch(new URL(baseUrl)),
    await fetch(new Request(baseUrl)),
  ];
  const readers = responses.map((response) => response.body!.getReader());
  for (const reader of readers) await reader.read();
  await lab.close();
  for (const reader of readers) {
    const over = async () => {
      while (!(await reader.read()).done);
    };
    await assertRejects(over, Error, "The check is over");
  }
});

Deno.test("ServerLab gives the global fetch back, in whatever order labs close", async () => {
  const own = globalThis.fetch;
  const [first, second, third] = await Promise.all([labWith(), labWith(), labWith()]);
  for (const lab of [second, first, third]) {
    assertEquals(await (await fetch(lab.env.baseUrl)).text(), "one two three");
    await lab.close();
  }
  assertStrictEquals(globalThis.fetch, own);
});

Deno.test("ServerLab leaves other servers and a fetch put over its own alone", async () => {
  const own = globalThis.fetch;
  const asked: unknown[] = [];
  const canned = (input: RequestInfo | URL) => {
    asked.push(input);
    return Promise.resolve(new Response("canned"));
  };
  try {
    globalThis.fetch = canned;
    const lab = await labWith();
    const ours = globalThis.fetch;
    assertEquals(await (await fetch("http://other.example/")).text(), "canned");
    assertEquals(await (await fetch("no address")).text(), "canned");
    const over: typeof fetch = (...call) => ours(...call);
    globalThis.fetch = over;
    await lab.close();
    assertStrictEquals(globalThis.fetch, over);
    assertEquals(await (await fetch(`${lab.env.baseUrl}/late`)).text(), "canned");
    assertEquals(asked.length, 3);
  } finally {
    globalThis.fetch = own;
  }
});
