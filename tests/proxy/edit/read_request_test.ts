import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { type Bytes, concatBytes, toBytes } from "../../../src/bytes.ts";
import { readRequest } from "../../../src/proxy/edit/read_request.ts";
import { RequestBodyError } from "../../../src/proxy/edit/request_body_error.ts";
import { jsonText } from "./texts.ts";

function facts(body: string) {
  const { document: _, ...facts } = readRequest(toBytes(body));
  return facts;
}

const PLAIN = {
  model: "m",
  stream: false,
  user: undefined,
  choices: 1,
  isUsageAsked: false,
  isEmptyOutputAsked: false,
};

Deno.test.each([
  { body: '{"model":"m"}', found: {} },
  { body: '\ufeff {"\\u006dodel":"\\u006d"}', found: {} },
  { body: '{"model":"m","stream":true}', found: { stream: true } },
  { body: '{"model":"m","stream":false}', found: {} },
  { body: '{"model":"m","stream":null}', found: {} },
  { body: '{"model":"m","user":"u"}', found: { user: "u" } },
  { body: '{"model":"m","user":7}', found: {} },
  { body: '{"model":"m","user":["u"]}', found: {} },
  { body: '{"model":"m","n":3}', found: { choices: 3 } },
  { body: '{"model":"m","n":null}', found: {} },
  { body: '{"model":"m","n":0}', found: {} },
  { body: '{"model":"m","n":1.5}', found: {} },
  { body: '{"model":"m","n":1e400}', found: {} },
  { body: '{"model":"m","stream_options":{"include_usage":true}}', found: { isUsageAsked: true } },
  { body: '{"model":"m","stream_options":{"include_usage":1}}', found: {} },
  { body: '{"model":"m","stream_options":null}', found: {} },
  { body: '{"model":"m","max_tokens":0}', found: { isEmptyOutputAsked: true } },
  { body: '{"model":"m","max_completion_tokens":0.0}', found: { isEmptyOutputAsked: true } },
  { body: '{"model":"m","max_output_tokens":0}', found: { isEmptyOutputAsked: true } },
  { body: '{"model":"m","max_tokens":1}', found: {} },
  { body: '{"x":{"model":"no"},"model":"m","y":[{"stream":true}]}', found: {} },
  { body: '{"model":"m","models":["x"],"streams":1,"mode":2,"odel":3}', found: {} },
])("readRequest() reads $body", ({ body, found }) => {
  assertEquals(facts(body), { ...PLAIN, ...found });
});

Deno.test.each([
  { body: "", code: "invalid_json", param: null, message: "at byte 0" },
  { body: '{"model":"m"', code: "invalid_json", param: null, message: "at byte 12" },
  { body: "[]", code: "invalid_type", param: null, message: "must be a JSON object" },
  { body: '"model"', code: "invalid_type", param: null, message: "must be a JSON object" },
  { body: "null", code: "invalid_type", param: null, message: "must be a JSON object" },
  { body: "{}", code: "missing_required_parameter", param: "model", message: "is missing" },
  { body: '{"model":""}', code: "missing_required_parameter", param: "model", message: "is empty" },
  { body: '{"model":null}', code: "invalid_type", param: "model", message: "must be a string" },
  { body: '{"model":{"a":1}}', code: "invalid_type", param: "model", message: "must be a string" },
  { body: '{"model":["m"]}', code: "invalid_type", param: "model", message: "must be a string" },
  {
    body: '{"model":"m","stream":"true"}',
    code: "invalid_type",
    param: "stream",
    message: "true or false",
  },
  {
    body: '{"model":"m","stream":1}',
    code: "invalid_type",
    param: "stream",
    message: "true or false",
  },
  {
    body: '{"model":"m","stream":{}}',
    code: "invalid_type",
    param: "stream",
    message: "true or false",
  },
  {
    body: '{"model":"a","model":"b"}',
    code: "duplicate_parameter",
    param: "model",
    message: "once",
  },
  {
    body: '{"model":"a","model":"a"}',
    code: "duplicate_parameter",
    param: "model",
    message: "once",
  },
  {
    body: '{"model":"a","\\u006Dodel":"b"}',
    code: "duplicate_parameter",
    param: "model",
    message: "once",
  },
  {
    body: '{"model":"m","stream":true,"stream":false}',
    code: "duplicate_parameter",
    param: "stream",
    message: "once",
  },
  {
    body: '{"model":"a","\\u004d\\u006f\\u0064\\u0065\\u006c":"b"}',
    code: "invalid_type",
    param: "model",
    message: "spelled",
  },
  { body: '{"model":"a","Model":"b"}', code: "invalid_type", param: "model", message: "spelled" },
  { body: '{"MODEL":"b","model":"a"}', code: "invalid_type", param: "model", message: "spelled" },
  {
    body: '{"model":"a","\\u004dodel":"b"}',
    code: "invalid_type",
    param: "model",
    message: "spelled",
  },
  {
    body: '{"model":"a","\u017ftream":true}',
    code: "invalid_type",
    param: "stream",
    message: "spelled",
  },
  {
    body: '{"model":"a","\\u017ftrea\\u006d":true}',
    code: "invalid_type",
    param: "stream",
    message: "spelled",
  },
])("readRequest() refuses $body", ({ body, code, param, message }) => {
  const error = assertThrows(() => readRequest(toBytes(body)), RequestBodyError, message);
  assertEquals([error.code, error.param], [code, param]);
});

Deno.test.each([
  { name: "bytes that are no UTF-8", bytes: [0xff] },
  { name: "an overlong character", bytes: [0xc1, 0xad] },
  { name: "a surrogate in UTF-8", bytes: [0xed, 0xa0, 0x80] },
  { name: "a NUL", bytes: [0] },
  { name: "a byte order mark of UTF-16", bytes: [0xfe, 0xff] },
])("readRequest() refuses $name, within a string as elsewhere", ({ bytes }) => {
  const hostile: Bytes = new Uint8Array(bytes);
  for (
    const [before, after] of [['{"model":"m', '"}'], ['{"model":"m"}', ""], ["", '{"model":"m"}']]
  ) {
    const body = concatBytes([toBytes(before!), hostile, toBytes(after!)]);
    const error = assertThrows(() => readRequest(body), RequestBodyError);
    assertEquals(error.code, "invalid_json");
  }
});

Deno.test("readRequest() keeps the body as it came", () => {
  const body = toBytes('{"model":"m"}');
  assertStrictEquals(readRequest(body).document.bytes, body);
});

Deno.test("readRequest() reads past what is nested 100,000 levels deep, wherever it stands", () => {
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const members = ["user", "n", "max_tokens", "stream_options", "messages"];
  const body = `{"model":"m",${members.map((name) => `"${name}":${deep}`).join(",")}}`;
  assertEquals(facts(body), PLAIN);
});

Deno.test("readRequest() takes every object that names its model once, or refuses with an error of its own", () => {
  fc.assert(
    fc.property(jsonText, fc.boolean(), (text, isWrapped) => {
      const value = text.replace("\ufeff", "");
      try {
        const found = facts(isWrapped ? `{"x":${value},"model":"m","user":${value}}` : value);
        assertEquals(found.model, "m");
      } catch (error) {
        if (!(error instanceof RequestBodyError)) throw error;
        assertEquals(isWrapped, false);
      }
    }),
    { numRuns: 1000 },
  );
});
