import fc from "fast-check";
import { type Bytes, concatBytes, toBytes } from "../../src/bytes.ts";
import type { SseEvent } from "../../src/sse/sse_event.ts";

/** What means something in an event stream, spelled well and badly, and what is not even text. */
const TOKENS: readonly (string | readonly number[])[] = [
  ..."\n \r :x\0é😀\ufeff",
  "\n",
  "\n",
  "\r",
  "\r\n",
  "\n\n",
  "\r\n\r\n",
  "data",
  "data:",
  "data: ",
  "event:",
  "id:",
  "retry:",
  "12",
  "datax:",
  "[DONE]",
  [0xff],
  [0xc3],
  [0xe5, 0x8c],
  [0xf0, 0x9f],
  [0xed, 0xa0, 0x80],
  [0xef, 0xbb, 0xbf],
  [0x80],
];

/** Bodies made of the tokens of an event stream. */
export function hostileBodies(maxTokens = 40): fc.Arbitrary<Bytes> {
  return fc.array(fc.constantFrom(...TOKENS), { maxLength: maxTokens, size: "max" }).map((tokens) =>
    concatBytes(
      tokens.map((token) => typeof token === "string" ? toBytes(token) : new Uint8Array(token)),
    )
  );
}

/** Any bytes. */
export function anyBodies(): fc.Arbitrary<Bytes> {
  return fc.uint8Array({ maxLength: 200 }).map((bytes) => new Uint8Array(bytes));
}

/** Ways to cut a body, by shares of its length, so that they shrink apart from the body. */
export function cuts(): fc.Arbitrary<number[]> {
  return fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 12 });
}

/** Cuts a body where `shares`, in thousandths of its length, say. */
export function cutAt(body: Bytes, shares: readonly number[]): Bytes[] {
  const places = shares.map((share) => Math.floor(share * body.length / 1000));
  const bounds = [0, ...places.toSorted((a, b) => a - b), body.length];
  return bounds.slice(1).map((end, i) => body.slice(bounds[i]!, end));
}

/** Cuts a body into single bytes. */
export function singleBytes(body: Bytes): Bytes[] {
  return Array.from(body, (byte) => new Uint8Array([byte]));
}

const value = (alphabet: string) =>
  fc.array(fc.constantFrom(...alphabet), { maxLength: 8 }).map((letters) => letters.join(""));

/** Events that can be encoded and read back, with ids as a reader keeps them. */
export function eventLists(): fc.Arbitrary<SseEvent[]> {
  const event = fc.record({
    event: fc.option(value(" :xé\0😀").filter((name) => name !== ""), { nil: undefined }),
    data: value(" :x\n\nd\0é😀\ufeff"),
    id: fc.option(value(" :1é"), { nil: undefined }),
  });
  return fc.tuple(fc.array(event, { maxLength: 6 }), fc.boolean()).map(([list, open]) => {
    let id: string | undefined;
    return list.map((init, i) => {
      id = init.id ?? id;
      return { ...init, id, unterminated: open && i === list.length - 1 };
    });
  });
}
