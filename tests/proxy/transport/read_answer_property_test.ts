import { assertEquals, assertInstanceOf } from "@std/assert";
import * as fc from "fast-check";
import { type Bytes, concatBytes, toBytes } from "../../../src/bytes.ts";
import type { BodyDecoder } from "../../../src/proxy/transport/body_decoder.ts";
import { decoderOf } from "../../../src/proxy/transport/decoder_of.ts";
import { readHead } from "../../../src/proxy/transport/read_head.ts";
import { SocketBody } from "../../../src/proxy/transport/socket_body.ts";
import { TransportError } from "../../../src/proxy/transport/transport_error.ts";
import { cutAt, packetSource } from "./support/packets.ts";

/** All that is to be told of an answer. */
interface Told {
  readonly status?: number | undefined;
  readonly headers?: readonly (readonly [string, string])[] | undefined;
  readonly body?: readonly number[] | undefined;
  readonly isReusable?: boolean | undefined;
  readonly error?: string | undefined;
}

async function told(packets: readonly Bytes[]): Promise<Told> {
  const source = packetSource(packets);
  try {
    const head = await readHead(source, "POST");
    if (head === undefined) return {};
    let isReusable = false;
    const body = new SocketBody(source, decoderOf(head), (error) => {
      isReusable = error === undefined && head.isKept;
    });
    const parts: Bytes[] = [];
    for (let part = await body.read(); part !== null; part = await body.read()) parts.push(part);
    const after = await source.read();
    return {
      status: head.status,
      headers: [...head.headers],
      body: [...concatBytes(parts)],
      isReusable: isReusable && after === null,
    };
  } catch (error) {
    assertInstanceOf(error, TransportError);
    return { error: error.message };
  }
}

const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });
const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => new Uint8Array(array));

/** A piece of a chunked body: its bytes, an extension, and whether the size is in capitals with a zero before. */
const chunk = fc.record({
  data: bytes.filter(({ length }) => length > 0),
  extension: fc.constantFrom("", ";a=b", ' ; q="x"', "\t"),
  isOdd: fc.boolean(),
});

function chunked(chunks: readonly { data: Bytes; extension: string; isOdd: boolean }[]): Bytes {
  return concatBytes([
    ...chunks.flatMap(({ data, extension, isOdd }) => {
      const size = data.length.toString(16);
      return [
        toBytes(`${isOdd ? `0${size.toUpperCase()}` : size}${extension}\r\n`),
        data,
        toBytes("\r\n"),
      ];
    }),
    toBytes("0\r\nx-trailer: 1\r\n\r\n"),
  ]);
}

/** Whole answers, and what looks like them. */
const answer = fc.record({
  interim: fc.constantFrom("", "HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n"),
  status: fc.constantFrom("HTTP/1.1 200 OK", "HTTP/1.1 429", "HTTP/1.0 500 No", "HTTP/2 200", "X"),
  fields: fc.array(
    fc.constantFrom("a: b", "connection: close", "content-length: 4", "x:\t", " fold", "y: a\rb"),
    { maxLength: 3 },
  ),
  body: fc.oneof(
    bytes.map((data) => ({ field: `content-length: ${data.length}`, data })),
    bytes.map((data) => ({ field: "x: y", data })),
    fc.array(chunk, { maxLength: 5 }).map((chunks) => (
      { field: "transfer-encoding: chunked", data: chunked(chunks) }
    )),
  ),
  extra: fc.constantFrom("", "", "HTTP/1.1"),
  lost: fc.constantFrom(0, 0, 1, 7),
}).map(({ interim, status, fields, body, extra, lost }) => {
  const head = [status, ...fields, body.field, "", ""].join("\r\n");
  const whole = concatBytes([toBytes(interim + head), body.data, toBytes(extra)]);
  return whole.slice(0, whole.length - lost);
});

Deno.test("an answer is the same however it is cut into packets", async () => {
  await fc.assert(
    fc.asyncProperty(answer, shares, async (whole, places) => {
      assertEquals(await told(cutAt(whole, places)), await told([whole]));
    }),
    { numRuns: 2000 },
  );
});

Deno.test("an answer is the same when it comes byte by byte", async () => {
  await fc.assert(
    fc.asyncProperty(answer, async (whole) => {
      const single = Array.from(whole, (byte) => Uint8Array.of(byte));
      assertEquals(await told(single), await told([whole]));
    }),
    { numRuns: 300 },
  );
});

Deno.test("bytes at random are an answer or a TransportError", async () => {
  const noise = fc.oneof(
    bytes,
    bytes.map((data) => concatBytes([toBytes("HTTP/1.1 200 OK\r\n"), data])),
    bytes.map((data) => concatBytes([toBytes("HTTP/1.1 200 OK\r\n\r\n"), data])),
    bytes.map((data) =>
      concatBytes([toBytes("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"), data])
    ),
    fc.array(fc.constantFrom("HTTP/1.1 200\r\n", "\r\n", "\n", "\r", "a:b", " ", "0", "f", ";"))
      .map(
        (parts) => toBytes(parts.join("")),
      ),
  );
  await fc.assert(
    fc.asyncProperty(noise, shares, async (whole, places) => {
      assertEquals(await told(cutAt(whole, places)), await told([whole]));
    }),
    { numRuns: 2000 },
  );
});

Deno.test("chunked bodies give what was put into them", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(chunk, { maxLength: 8 }), shares, async (chunks, places) => {
      const head = toBytes("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
      const { body, isReusable } = await told([head, ...cutAt(chunked(chunks), places)]);
      assertEquals(body, [...concatBytes(chunks.map(({ data }) => data))]);
      assertEquals(isReusable, true);
    }),
    { numRuns: 1000 },
  );
});

Deno.test("no decoder gives more bytes than it was given", () => {
  fc.assert(
    fc.property(
      fc.constantFrom<number | "chunked" | "close">(0, 5, "chunked", "close"),
      bytes,
      (framing, data) => {
        const decoder: BodyDecoder = decoderOf({ framing });
        const { length } = data;
        try {
          assertEquals(decoder.push(data).length <= length, true);
        } catch (error) {
          assertInstanceOf(error, TransportError);
        }
      },
    ),
  );
});
