import { assert, assertEquals, assertRejects, assertStrictEquals, assertThrows } from "@std/assert";
import { decodeStream, toStage } from "../src/decode_stream.ts";
import type { Decoder } from "../src/decoder.ts";

const failure = new RangeError("Cannot read on");

/** Doubles every item; fails at a negative one and, if asked to, at the end. */
function doubling(options: { readonly failsAtEnd?: boolean } = {}): Decoder<number[], number> {
  return {
    push(chunk, out = []) {
      for (const item of chunk) {
        if (item < 0) throw failure;
        out.push(item, item);
      }
      return out;
    },
    end(out = []) {
      out.push(0);
      if (options.failsAtEnd) throw failure;
      return out;
    },
  };
}

/** A body of the chunks that then ends, fails or hangs, and notes how it was left. */
function bodyOf(chunks: readonly number[][], then: "end" | "fail" | "hang" = "end") {
  const left: unknown[] = [];
  let pulls = 0;
  const body = new ReadableStream<number[]>({
    async pull(controller) {
      const chunk = chunks[pulls++];
      if (chunk !== undefined) return controller.enqueue(chunk);
      if (then === "end") controller.close();
      else if (then === "fail") controller.error(failure);
      else await new Promise(() => {});
    },
    cancel: (reason) => void left.push(reason),
  }, { highWaterMark: 0 });
  return { body, left, pulls: () => pulls };
}

/** Reads all; gives the items and the error. */
async function drain(stream: ReadableStream<number>): Promise<[number[], unknown]> {
  const items: number[] = [];
  try {
    for await (const item of stream) items.push(item);
  } catch (error) {
    return [items, error];
  }
  return [items, undefined];
}

const wrappers = [
  { name: "decodeStream()", wrap: decodeStream<number[], number> },
  {
    name: "toStage()",
    wrap: (body: ReadableStream<number[]>, decoder: Decoder<number[], number>) =>
      body.pipeThrough(toStage(decoder)),
  },
];

for (const { name, wrap } of wrappers) {
  Deno.test(`${name} gives what the decoder gives, the end included`, async () => {
    const { body, left } = bodyOf([[1], [], [2, 3]]);
    assertEquals(await drain(wrap(body, doubling())), [[1, 1, 2, 2, 3, 3, 0], undefined]);
    assertEquals(left, []);
  });

  Deno.test(`${name} gives everything before a failure of the decoder and cancels the body`, async () => {
    const { body, left } = bodyOf([[1], [2, 3, 4, 5, -1, 6], [7]], "hang");
    const [items, error] = await drain(wrap(body, doubling()));
    assertEquals(items, [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
    assertStrictEquals(error, failure);
    assertEquals(left, [failure]);
  });

  Deno.test(`${name} fails at once if nothing came before the failure`, async () => {
    const [items, error] = await drain(wrap(bodyOf([[-1]]).body, doubling()));
    assertEquals(items, []);
    assertStrictEquals(error, failure);
  });

  Deno.test(`${name} gives everything before a failure at the end`, async () => {
    const { body } = bodyOf([[1]]);
    const [items, error] = await drain(wrap(body, doubling({ failsAtEnd: true })));
    assertEquals(items, [1, 1, 0]);
    assertStrictEquals(error, failure);
  });

  Deno.test(`${name} gives everything before a failure of the body, not the end`, async () => {
    const { body } = bodyOf([[1], [2]], "fail");
    const [items, error] = await drain(wrap(body, doubling()));
    assertEquals(items, [1, 1, 2, 2]);
    assertStrictEquals(error, failure);
  });

  Deno.test(`${name} cancels the body when the loop is left early`, async () => {
    const { body, left } = bodyOf([[1, 2, 3], [4]], "hang");
    for await (const item of wrap(body, doubling())) {
      if (item === 2) break;
    }
    assertEquals(left.length, 1);
  });

  Deno.test(`${name} cancels a body that gives nothing, with the reason`, async () => {
    const { body, left } = bodyOf([], "hang");
    const reader = wrap(body, doubling()).getReader();
    const pending = reader.read();
    await reader.cancel("enough");
    assertEquals((await pending).done, true);
    assertEquals(left, ["enough"]);
  });

  Deno.test(`${name} cancels a body that nobody has read`, async () => {
    const { body, left } = bodyOf([[1]]);
    await wrap(body, doubling()).cancel("enough");
    assertEquals(left, ["enough"]);
  });

  Deno.test(`${name} can be cancelled while the body goes on and on without an item`, async () => {
    let tell!: (reason: unknown) => void;
    const left = new Promise<unknown>((resolve) => tell = resolve);
    const endless = new ReadableStream<number[]>({
      pull: (controller) => controller.enqueue([]),
      cancel: (reason) => tell(reason),
    }, { highWaterMark: 0 });
    const reader = wrap(endless, doubling()).getReader();
    const reading = reader.read();
    setTimeout(() => void reader.cancel("enough"), 0);
    assertEquals((await reading).done, true);
    assertEquals(await left, "enough");
  });

  Deno.test(`${name} refuses a decoder that is none`, async () => {
    for (const [given, says] of [[null, "null"], [{}, "an object"], [7, "7"]] as const) {
      const { body } = bodyOf([[1]]);
      const decoder = given as unknown as Decoder<number[], number>;
      assertThrows(
        () => wrap(body, decoder),
        TypeError,
        `push() and end(), as a new SseDecoder() has: got ${says}`,
      );
      assertEquals(body.locked, false);
      await body.cancel();
    }
  });

  Deno.test(`${name} does not read ahead of a slow reader`, async () => {
    const { body, pulls } = bodyOf(Array.from({ length: 100 }, () => [1]));
    const reader = wrap(body, doubling()).getReader();
    await reader.read();
    await new Promise((resolve) => setTimeout(resolve, 0));
    assert(pulls() <= 3, `read ${pulls()} chunks`);
    await reader.cancel();
  });
}

Deno.test("decodeStream() reports the decoder's failure although cancelling the body fails too", async () => {
  const body = new ReadableStream<number[]>({
    pull: (controller) => controller.enqueue([-1]),
    cancel: () => Promise.reject(new Error("not now")),
  });
  await assertRejects(() => decodeStream(body, doubling()).getReader().read(), RangeError);
});

Deno.test("decodeStream() refuses a body that is none, or that is locked", () => {
  for (const [given, says] of [[null, "null"], ["data: x", '"data: x"'], [[], "a list"]] as const) {
    const body = given as unknown as ReadableStream<number[]>;
    assertThrows(() => decodeStream(body, doubling()), TypeError, `may be null: got ${says}`);
  }
  const { body } = bodyOf([]);
  body.getReader();
  assertThrows(() => decodeStream(body, doubling()), TypeError, "already locked");
});
