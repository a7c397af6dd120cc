import { assertEquals, assertThrows } from "@std/assert";
import { toBytes } from "../../../src/bytes.ts";
import { ChunkedDecoder } from "../../../src/proxy/transport/chunked_decoder.ts";
import { parseHead } from "../../../src/proxy/transport/parse_head.ts";
import { readHead } from "../../../src/proxy/transport/read_head.ts";
import { TransportError } from "../../../src/proxy/transport/transport_error.ts";
import { packetSource } from "./support/packets.ts";

const REFUSED: readonly (readonly [why: string, head: string])[] = [
  ["another protocol", "ICY 200 OK"],
  ["another version", "HTTP/2.0 200 OK"],
  ["no status", "HTTP/1.1 OK"],
  ["a status out of range", "HTTP/1.1 600 Odd"],
  ["a status of four digits", "HTTP/1.1 2000 OK"],
  ["a change of the protocol", "HTTP/1.1 101 Switching\r\nupgrade: x"],
  ["a field that goes on in the next line", "HTTP/1.1 200 OK\r\na: b\r\n c"],
  ["a line without a colon", "HTTP/1.1 200 OK\r\nab"],
  ["a name of no characters", "HTTP/1.1 200 OK\r\n: b"],
  ["a space before the colon", "HTTP/1.1 200 OK\r\ncontent-length : 5"],
  ["a CR within a value", "HTTP/1.1 200 OK\r\na: b\rc"],
  ["a NUL within a value", "HTTP/1.1 200 OK\r\na: b\0c"],
  ["a length and chunks", "HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked"],
  ["chunks and a length", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ncontent-length: 5"],
  ["lengths that differ", "HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6"],
  ["lengths that differ in one line", "HTTP/1.1 200 OK\r\ncontent-length: 5, 6"],
  ["a length below nothing", "HTTP/1.1 200 OK\r\ncontent-length: -5"],
  ["a length with a sign", "HTTP/1.1 200 OK\r\ncontent-length: +5"],
  ["a length in other digits", "HTTP/1.1 200 OK\r\ncontent-length: 0x5"],
  ["an empty length", "HTTP/1.1 200 OK\r\ncontent-length:"],
  ["a length that no number holds", "HTTP/1.1 200 OK\r\ncontent-length: 9007199254740993"],
  ["another transfer encoding", "HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked"],
  ["chunks twice", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ntransfer-encoding: chunked"],
  ["something like chunks", "HTTP/1.1 200 OK\r\ntransfer-encoding: xchunked"],
  ["chunks in HTTP/1.0", "HTTP/1.0 200 OK\r\ntransfer-encoding: chunked"],
];

for (const [why, head] of REFUSED) {
  Deno.test(`parseHead() refuses ${why}`, () => {
    const error = assertThrows(() => parseHead(head, "POST"), TransportError);
    assertEquals(error.code, "protocol");
  });
}

Deno.test("parseHead() takes one length that is said several times over", () => {
  const head = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\ncontent-length: 5 ,5";
  assertEquals(parseHead(head, "POST").framing, 5);
});

Deno.test("parseHead() takes chunks in capitals, and a status without a reason", () => {
  const { framing, status } = parseHead("HTTP/1.1 200\r\nTransfer-Encoding: CHUNKED", "POST");
  assertEquals([framing, status], ["chunked", 200]);
});

Deno.test("parseHead() keeps the bytes of a value", () => {
  const { headers } = parseHead("HTTP/1.1 200 OK\r\nx-a: \t \x80\xff b\t", "POST");
  assertEquals(headers.get("x-a"), "\x80\xff b");
});

Deno.test("parseHead() says whether a connection is kept", () => {
  const keeps = (version: string, field: string) =>
    parseHead(`HTTP/1.${version} 200 OK\r\n${field}`, "GET").isKept;
  assertEquals(keeps("1", "a: b"), true);
  assertEquals(keeps("1", "Connection: Keep-Alive, Close"), false);
  assertEquals(keeps("0", "a: b"), false);
  assertEquals(keeps("0", "connection: keep-alive"), true);
});

Deno.test("readHead() refuses a head of more than 64 KiB, interim heads included", async () => {
  const code = async (...heads: readonly string[]) => {
    const error = await readHead(packetSource(heads.map(toBytes)), "GET").catch((error) => error);
    return error instanceof TransportError ? error.code : "none";
  };
  const field = (length: number) => `a: ${"x".repeat(length)}\r\n`;
  assertEquals(await code(`HTTP/1.1 200 OK\r\n${field(60_000)}\r\n`), "none");
  assertEquals(await code(`HTTP/1.1 200 OK\r\n${field(66_000)}\r\n`), "protocol");
  assertEquals(await code("HTTP/1.1 200 OK\r\n", ...Array(70).fill(field(1000))), "protocol");
  const interim = `HTTP/1.1 103 Hints\r\n${field(1000)}\r\n`;
  assertEquals(await code(...Array(70).fill(interim), "HTTP/1.1 200 OK\r\n\r\n"), "protocol");
});

Deno.test("readHead() reads a byte as a character", async () => {
  const bytes = Uint8Array.from(
    "HTTP/1.1 200 OK\r\nx-a: \x80\xe9\xff\r\n\r\n",
    (char) => char.charCodeAt(0),
  );
  const head = await readHead(packetSource([bytes]), "GET");
  assertEquals(head!.headers.get("x-a"), "\x80\xe9\xff");
});

Deno.test("ChunkedDecoder allows an extension in each of many chunks", () => {
  const body = `1;${"a".repeat(1000)}\r\nx\r\n`.repeat(10);
  assertEquals(new ChunkedDecoder().push(toBytes(body)), toBytes("x".repeat(10)));
});

Deno.test("readHead() waits for nothing more from who speaks another protocol", async () => {
  const source = { read: () => Promise.resolve(toBytes("SSH-2.0-x\r\n")), unread() {} };
  const error = await readHead(source, "GET").catch((error) => error);
  assertEquals(error.code, "protocol");
});

Deno.test("readHead() refuses a line that ends without CR", async () => {
  const error = await readHead(packetSource([toBytes("HTTP/1.1 200 OK\n\n")]), "GET")
    .catch((error) => error);
  assertEquals(error.code, "protocol");
});

const BAD_CHUNKS: readonly (readonly [why: string, body: string])[] = [
  ["no size", "\r\n"],
  ["a size of other digits", "g\r\n"],
  ["a size with a sign", "-1\r\n"],
  ["a size after a space", " 1\r\n"],
  ["a size before a letter", "1x\r\n"],
  ["a size that no number holds", "ffffffffffffff\r\n"],
  ["a size ended without CR", "1\n"],
  ["an extension ended without CR", "1;a\n"],
  ["an extension without end", `1;${"a".repeat(5000)}`],
  ["more bytes than its size", "1\r\nab\r\n"],
  ["a CR without LF behind it", "1\r\na\rb"],
  ["a trailer ended without CR", "0\r\na: b\n"],
  ["trailers without end", `0\r\n${"a: b\r\n".repeat(20_000)}`],
];

for (const [why, body] of BAD_CHUNKS) {
  Deno.test(`ChunkedDecoder refuses a chunk of ${why}`, () => {
    const error = assertThrows(() => new ChunkedDecoder().push(toBytes(body)), TransportError);
    assertEquals(error.code, "protocol");
  });
}
