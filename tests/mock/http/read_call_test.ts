import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { type ReadCall, readFetch } from "../../../src/mock/http/read_call.ts";

const LIMIT = 1000;

function read(address: string): ReadCall {
  return readFetch(address, { method: "POST", body: "{}" }, LIMIT) as ReadCall;
}

const PIECES = [
  "v1",
  "chat",
  "gpt-4.1",
  "a:b",
  "a_b",
  ".",
  "..",
  "%2e",
  "%41",
  "é",
  "a b",
  "\\",
  "",
  "~",
];
const host = fc.constantFrom(
  "api.openai.com",
  "127.0.0.1",
  "LOCALHOST",
  "[::1]",
  "xn--e1afmkfd.com",
);
const port = fc.constantFrom("", ":80", ":8080", ":49152", ":65535");
const path = fc.array(fc.constantFrom(...PIECES)).map((pieces) => `/${pieces.join("/")}`);
const end = fc.constantFrom("", "?", "?testId=t", "?a=b&testId=", "#part", "?a=1#part");

Deno.test("the path and the query of a call are those of its address", () => {
  fc.assert(fc.property(host, port, path, end, (host, port, path, end) => {
    const address = `http://${host}${port}${path}${end}`;
    const { pathname, searchParams } = new URL(address);
    const call = read(address);
    assertEquals(call.path, pathname);
    assertEquals(call.testId, searchParams.get("testId") ?? "");
    assertEquals([...call.query], [...searchParams]);
  }));
});

Deno.test("an address that is none is refused", () => {
  for (const address of ["/v1/models", "http://host:99999/v1", "http://a b/v1", "http:///"]) {
    assertThrows(() => read(address), TypeError);
  }
});
