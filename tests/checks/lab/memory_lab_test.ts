import { assert, assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { toBytes } from "../../../src/bytes.ts";
import { MemoryLab } from "../../../src/checks/lab/memory_lab.ts";
import type { Reply } from "../../../src/checks/lab/reply.ts";
import { runTasks } from "../../../src/checks/lab/run_tasks.ts";

const PARTS = ["one ", "two ", "three"];

function reply(more: Partial<Reply> = {}): Reply {
  return { contentType: "text/event-stream", chunks: PARTS.map(toBytes), end: "close", ...more };
}

function labWith(more: Partial<Reply> = {}): MemoryLab {
  const lab = new MemoryLab();
  lab.answer(reply(more));
  return lab;
}

function words(): Iterable<Uint8Array<ArrayBuffer>> {
  return {
    *[Symbol.iterator]() {
      for (;;) yield toBytes("word ");
    },
  };
}

Deno.test("fetch of the lab answers 200 with the content type, at the address asked for", async () => {
  const lab = labWith();
  const response = await lab.env.fetch(`${lab.env.baseUrl}/v1/chat`, { method: "POST" });
  assertEquals(response.status, 200);
  assertEquals(response.headers.get("content-type"), "text/event-stream");
  assertEquals(response.url, `${lab.env.baseUrl}/v1/chat`);
  assertEquals(await response.text(), "one two three");
  assertEquals(lab.exchanges.map(({ end, bytesTaken }) => [end, bytesTaken]), [["complete", 13]]);
  await lab.close();
});

Deno.test("fetch of the lab takes a text, an URL and a Request", async () => {
  const lab = labWith();
  for (const input of ["http://h/x", new URL("http://h/x"), new Request("http://h/x")]) {
    assertEquals(await (await lab.env.fetch(input)).text(), "one two three");
  }
  await assertRejects(() => lab.env.fetch("/no/host"), TypeError);
  await lab.close();
});

Deno.test("the body of a response gives one chunk a read, and only when asked", async () => {
  const lab = labWith();
  const response = await lab.env.fetch("http://h/x");
  await runTasks(3);
  assertEquals(lab.exchanges[0]?.bytesTaken, 0);
  const got: string[] = [];
  for await (const chunk of response.body!) {
    got.push(new TextDecoder().decode(chunk));
    assertEquals(lab.exchanges[0]?.bytesTaken, got.join("").length);
  }
  assertEquals(got, PARTS);
  await lab.close();
});

Deno.test("the body of a response can be read into a buffer of the reader", async () => {
  const lab = labWith();
  const response = await lab.env.fetch("http://h/x");
  const reader = response.body!.getReader({ mode: "byob" });
  let text = "";
  for (;;) {
    const { done, value } = await reader.read(new Uint8Array(64));
    if (done) break;
    text += new TextDecoder().decode(value);
  }
  assertEquals(text, "one two three");
  await lab.close();
});

Deno.test("the body of a response can be teed", async () => {
  const lab = labWith();
  const [left, right] = (await lab.env.fetch("http://h/x")).body!.tee();
  const texts = await Promise.all([new Response(left).text(), new Response(right).text()]);
  assertEquals(texts, ["one two three", "one two three"]);
  await lab.close();
});

const LEAVING: Record<string, (response: Response) => Promise<unknown>> = {
  "body.cancel()": (response) => response.body!.cancel(),
  "reader.cancel()": async (response) => {
    const reader = response.body!.getReader();
    await reader.read();
    await reader.cancel();
  },
  "reader.cancel() while a read is pending": async (response) => {
    const reader = response.body!.getReader();
    for (const _ of PARTS) await reader.read();
    const pending = reader.read();
    await reader.cancel();
    assertEquals((await pending).done, true);
  },
  "break": async (response) => {
    for await (const _ of response.body!) break;
  },
  "cancel() behind pipes": async (response) => {
    const text = response.body!.pipeThrough(new TextDecoderStream()).pipeThrough(
      new TransformStream(),
    );
    for await (const _ of text) break;
  },
  "cancel() of both branches": async (response) => {
    const branches = response.body!.tee();
    await Promise.all(branches.map((branch) => branch.cancel()));
  },
};

for (const [name, leave] of Object.entries(LEAVING)) {
  Deno.test(`${name} releases the response`, async () => {
    const lab = labWith({ end: "hang" });
    await leave(await lab.env.fetch("http://h/x"));
    await runTasks(3);
    assertEquals(lab.exchanges[0]?.end, "cancelled");
    await lab.close();
  });
}

const HOLDING: Record<string, (response: Response) => Promise<unknown>> = {
  "leaving it unread": () => Promise.resolve(),
  "releaseLock()": async (response) => {
    const reader = response.body!.getReader();
    await reader.read();
    reader.releaseLock();
  },
  "cancel() of one branch": async (response) => {
    const [left, right] = response.body!.tee();
    void left.cancel();
    await right.getReader().read();
  },
};

for (const [name, hold] of Object.entries(HOLDING)) {
  Deno.test(`${name} does not release the response`, async () => {
    const lab = labWith({ end: "hang" });
    await hold(await lab.env.fetch("http://h/x"));
    await runTasks(3);
    assertEquals(lab.exchanges[0]?.end, undefined);
    await lab.close();
    assertEquals(lab.exchanges[0]?.end, "aborted");
  });
}

Deno.test("a reset breaks the body after all its chunks", async () => {
  const lab = labWith({ end: "reset" });
  const response = await lab.env.fetch("http://h/x");
  const got: Uint8Array[] = [];
  await assertRejects(async () => {
    for await (const chunk of response.body!) got.push(chunk);
  }, TypeError);
  assertEquals([got.length, lab.exchanges[0]?.end], [3, "reset"]);
  await lab.close();
});

Deno.test("fetch of the lab sends nothing if the signal has aborted", async () => {
  const lab = labWith();
  const reason = new Error("Mine");
  const signal = AbortSignal.abort(reason);
  const thrown: unknown = await lab.env.fetch("http://h/x", { signal }).catch((error) => error);
  assertStrictEquals(thrown, reason);
  assertEquals(lab.exchanges.length, 0);
  await lab.close();
});

/** The ways to hand a signal to `fetch`. */
const SIGNALS: Record<string, (signal: AbortSignal) => [RequestInfo | URL, RequestInit?]> = {
  "beside an address": (signal) => ["http://h/x", { signal }],
  "in a request": (signal) => [new Request("http://h/x", { signal })],
  "beside a request with another": (signal) => [
    new Request("http://h/x", { signal: new AbortController().signal }),
    { signal },
  ],
};

for (const [name, args] of Object.entries(SIGNALS)) {
  for (const moment of ["headers", "a body read", "a body unread"]) {
    Deno.test(`a signal ${name} ends ${moment} with its reason`, async () => {
      const lab = labWith({ end: "hang", chunks: [], holdHeaders: moment === "headers" });
      const abort = new AbortController();
      const arrival = lab.next();
      const response = lab.env.fetch(...args(abort.signal));
      let failing: Promise<unknown> = response;
      const exchange = await arrival;
      if (moment !== "headers") {
        const reader = (await response).body!.getReader();
        const isUnread = moment === "a body unread";
        failing = isUnread ? exchange.closed.then(() => reader.read()) : reader.read();
      }
      const reason = new Error("Mine");
      abort.abort(reason);
      assertEquals(exchange.end, "aborted");
      assertStrictEquals(await failing.catch((error) => error), reason);
      await lab.close();
    });
  }
}

Deno.test("a signal of null beside a request takes the request's away", async () => {
  const lab = labWith({ end: "hang" });
  const abort = new AbortController();
  const request = new Request("http://h/x", { signal: abort.signal });
  await lab.env.fetch(request, { signal: null });
  abort.abort();
  assertEquals(lab.exchanges[0]?.end, undefined);
  await lab.close();
});

Deno.test("an abort after the end changes nothing", async () => {
  const lab = labWith();
  const abort = new AbortController();
  const response = await lab.env.fetch("http://h/x", { signal: abort.signal });
  assertEquals(await response.text(), "one two three");
  abort.abort();
  assertEquals(lab.exchanges[0]?.end, "complete");
  await lab.close();
});

Deno.test("a reader that never stops does not keep timers from firing", async () => {
  const lab = labWith({ chunks: words(), end: "hang" });
  const response = await lab.env.fetch("http://h/x");
  const reader = response.body!.getReader();
  let isOver = false;
  const reading = (async () => {
    while (!isOver) await reader.read();
  })();
  await runTasks(2);
  isOver = true;
  await reading;
  await reader.cancel();
  await lab.close();
});

Deno.test("a pause before a chunk leaves no timer behind when the body is left", async () => {
  const lab = labWith({ gapMs: 60_000 });
  const response = await lab.env.fetch("http://h/x");
  const reader = response.body!.getReader();
  const pending = reader.read();
  await reader.cancel();
  assert((await pending).done);
  await lab.close();
});

Deno.test("a chunk that cannot be made is told by close(), as it is no fault of the adapter", async () => {
  const chunks = {
    [Symbol.iterator](): never {
      throw new RangeError("No such event");
    },
  };
  const lab = labWith({ chunks });
  const response = await lab.env.fetch("http://h/x");
  await assertRejects(() => response.text());
  await assertRejects(() => lab.close(), RangeError, "No such event");
});

Deno.test("a lab without an answer refuses and keeps no exchange", async () => {
  const lab = new MemoryLab();
  await assertRejects(() => lab.env.fetch("http://h/x"), Error, "call answer() first");
  assertEquals(lab.exchanges.length, 0);
  await lab.close();
});

Deno.test("answer() is told how many requests came before", async () => {
  const lab = new MemoryLab();
  lab.answer((call) => reply({ chunks: [toBytes(`call ${call}`)] }));
  const texts: string[] = [];
  for (let call = 0; call < 3; call++) texts.push(await (await lab.env.fetch("http://h/x")).text());
  assertEquals(texts, ["call 0", "call 1", "call 2"]);
  await lab.close();
});
