import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { toBytes } from "../../../src/bytes.ts";
import { JsonSyntaxError } from "../../../src/proxy/edit/json_syntax_error.ts";
import { prepareBody, type RequestPath } from "../../../src/proxy/edit/prepare_body.ts";
import { readRequest } from "../../../src/proxy/edit/read_request.ts";
import { documentOf, objectText } from "./texts.ts";
import { type UpstreamInit, upstreamPlan } from "./upstream_plan.ts";

function prepared(body: string, init: UpstreamInit, path: RequestPath = "chat"): string {
  const bytes = prepareBody(toBytes(body), upstreamPlan(init), path);
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

const PATHS = ["chat", "completions", "embeddings", "responses", "messages"] as const;
const ODD = '\ufeff{ "n" : 1e0,"model" :"m", "seed":12345678901234567890,"x":"\\u0041","x":-0 }\n';

Deno.test("prepareBody() gives a body that needs no change as the very same bytes, on every path", () => {
  const body = toBytes(ODD);
  for (const path of PATHS) {
    assertStrictEquals(prepareBody(body, upstreamPlan(), path), body);
    assertStrictEquals(prepareBody(readRequest(body).document, upstreamPlan(), path), body);
  }
});

Deno.test("prepareBody() replaces the model alone when nothing else is configured, in any body", () => {
  const around = fc.tuple(objectText, objectText).map(([a, b]) =>
    [a, b].map((text) => text.replace("\ufeff", ""))
  );
  fc.assert(
    fc.property(around, fc.constantFrom(...PATHS), fc.string(), ([a, b], path, model) => {
      const before = `{"first":${a} , "\\u006dodel" : `;
      const after = `, "last":${b}}`;
      const body = `${before}"asked"${after}`;
      assertEquals(prepared(body, { model }, path), before + JSON.stringify(model) + after);
    }),
    { numRuns: 1000 },
  );
});

Deno.test("prepareBody() merges the patches in order, behind the model", () => {
  const patches = [
    { temperature: 0.5, top_k: 1, extra: { a: 1 } },
    { model: "patched", top_k: null, extra: { b: 2 } },
  ];
  assertEquals(
    prepared('{"model":"m","temperature":1.0,"user":"u"}', {
      model: "other",
      request: { patches },
    }),
    '{"model":"patched","temperature":0.5,"user":"u","extra":{"a":1,"b":2}}',
  );
});

Deno.test("prepareBody() never asks for the usage of its own accord", () => {
  const body = '{"model":"m","stream":true}';
  assertEquals(prepared(body, {}), body);
  const request = { patches: [{ stream_options: { include_usage: true } }] };
  assertEquals(
    prepared('{"model":"m","stream_options":{"x":1}}', { request }),
    '{"model":"m","stream_options":{"x":1,"include_usage":true}}',
  );
});

Deno.test("prepareBody() moves reasoning by completing messages before it drops members", () => {
  const request = { reasoningField: "reasoning_content", dropFields: ["reasoning"] };
  const body = (members: string) =>
    `{"model":"m","messages":[{"role":"assistant",${members}"tool_calls":[{}]`;
  assertEquals(
    prepared(`${body('"reasoning":"hm",')}}]}`, { request }),
    `${body("")},"reasoning_content":"hm"}]}`,
  );
});

Deno.test("prepareBody() edits messages that a patch brought", () => {
  const message = { role: "assistant", reasoning: "hm", tool_calls: [{}] };
  const request = { patches: [{ messages: [message] }], reasoningField: "thoughts" };
  assertEquals(
    prepared('{"model":"m","messages":[]}', { request }),
    `{"model":"m","messages":[${JSON.stringify({ ...message, thoughts: "hm" })}]}`,
  );
});

Deno.test.each([
  { path: "chat", list: "messages", isDropped: true, isCompleted: true },
  { path: "messages", list: "messages", isDropped: true, isCompleted: false },
  { path: "responses", list: "input", isDropped: true, isCompleted: false },
  { path: "completions", list: "messages", isDropped: false, isCompleted: false },
  { path: "embeddings", list: "input", isDropped: false, isCompleted: false },
])("prepareBody() edits the messages of $path only as its wire has them", (row) => {
  const request = { reasoningField: "thoughts", reasoningEmptyOk: true, dropFields: ["x"] };
  const body = (x: string, thoughts: string) =>
    `{"model":"m","${row.list}":[{"role":"assistant"${x},"tool_calls":[{}]${thoughts}}]}`;
  assertEquals(
    prepared(body(',"x":1', ""), { request }, row.path as RequestPath),
    body(row.isDropped ? "" : ',"x":1', row.isCompleted ? ',"thoughts":""' : ""),
  );
});

Deno.test("prepareBody() leaves a body that is no object, and refuses what is no JSON", () => {
  const body = toBytes("[]");
  assertStrictEquals(prepareBody(body, upstreamPlan(), "chat"), body);
  assertThrows(() => prepareBody(toBytes("{"), upstreamPlan(), "chat"), JsonSyntaxError);
});

Deno.test("prepareBody() never changes the bytes that it was given, so that each attempt begins anew", () => {
  const body = toBytes('{"model":"asked","messages":[{"role":"user","x":1}]}');
  const copy = body.slice();
  const { document } = readRequest(body);
  const request = { patches: [{ a: 1 }], dropFields: ["x"] };
  const results = ["one", "two"].map((model) =>
    new TextDecoder().decode(prepareBody(document, upstreamPlan({ model, request }), "chat"))
  );
  assertEquals(
    results,
    ["one", "two"].map((model) => `{"model":"${model}","messages":[{"role":"user"}],"a":1}`),
  );
  assertEquals(body, copy);
  assertEquals(document.bytes, documentOf(new TextDecoder().decode(copy)).bytes);
});
