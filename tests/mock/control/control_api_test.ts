import { assertEquals, assertStringIncludes } from "@std/assert";
import { MockGPT } from "../../../mock.ts";

const ASK = JSON.stringify({ model: "m", messages: [{ role: "user", content: "hi" }] });

async function withMock(use: (url: string, mock: MockGPT) => Promise<void>): Promise<void> {
  const mock = new MockGPT({ rules: [{ sequence: [{ result: "1" }, { result: "2" }] }] });
  await using server = await mock.serve();
  await use(server.url, mock);
}

// deno-lint-ignore no-explicit-any -- what JSON holds is looked at by the tests
async function send(url: string, method: string, body?: string, testId?: string): Promise<any> {
  const headers: Record<string, string> = testId === undefined ? {} : { "x-test-id": testId };
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
  return { status: response.status, ...await response.json() };
}

function ask(url: string, testId?: string) {
  return send(`${url}/v1/chat/completions`, "POST", ASK, testId);
}

Deno.test("The control API tells health and records, and clears them", () =>
  withMock(async (url) => {
    assertEquals(await send(`${url}/__mock/health`, "GET"), { status: "ok", rules: 1, records: 0 });
    await ask(url, "a");
    await ask(url, "b");
    const { records } = await send(`${url}/__mock/records?testId=b`, "GET");
    assertEquals(records.map(({ name, outcome }: Record<string, unknown>) => [name, outcome]), [
      ["mock-2", "served"],
    ]);
    await send(`${url}/__mock/records`, "DELETE");
    assertEquals((await send(`${url}/__mock/records`, "GET")).records, []);
  }));

Deno.test("The control API rewinds what one test has used", () =>
  withMock(async (url) => {
    const content = async (testId: string) => (await ask(url, testId)).choices[0].message.content;
    assertEquals([await content("a"), await content("a"), await content("b")], ["1", "2", "1"]);
    await send(`${url}/__mock/reset?testId=a`, "POST");
    assertEquals([await content("a"), await content("b")], ["1", "2"]);
  }));

Deno.test("The control API takes the test that a header names as one in the query", () =>
  withMock(async (url) => {
    await ask(url, "a");
    await ask(url, "b");
    const names = async (query: string, testId?: string) => {
      const path = `${url}/__mock/records${query}`;
      const { records } = await send(path, "GET", undefined, testId);
      return records.map(({ name }: { name: string }) => name);
    };
    assertEquals(await names("", "a"), ["mock-1"]);
    assertEquals(await names("?testId=b", "a"), ["mock-2"]);
    await send(`${url}/__mock/reset`, "POST", undefined, "a");
    const content = async (testId: string) => (await ask(url, testId)).choices[0].message.content;
    assertEquals([await content("a"), await content("b")], ["1", "2"]);
    assertEquals((await names("")).length, 4);
  }));

Deno.test("The control API lets the next call fail, once, and takes it back", () =>
  withMock(async (url) => {
    const fault = { response: { problem: { kind: "overloaded", message: "Busy" } } };
    await send(`${url}/__mock/faults`, "POST", JSON.stringify(fault));
    assertEquals([(await ask(url)).error?.message, (await ask(url)).error], ["Busy", undefined]);
    await send(`${url}/__mock/faults`, "POST", JSON.stringify(fault));
    await send(`${url}/__mock/faults`, "DELETE");
    assertEquals((await ask(url)).error, undefined);
    assertEquals((await send(`${url}/__mock/verdict`, "GET")).findings.length, 5);
  }));

Deno.test("The control API explains a request, and refuses what is none", () =>
  withMock(async (url) => {
    assertEquals((await send(`${url}/__mock/explain`, "POST", ASK)).rule.name, "rules[0]");
    const bad = await send(`${url}/__mock/faults`, "POST", '{"respnse":{}}');
    assertEquals(bad.status, 400);
    assertStringIncludes(
      bad.error.message,
      "'injection.respnse' as there is no such member, did you mean",
    );
    assertEquals((await send(`${url}/__mock/faults`, "POST", "x")).status, 400);
    const unknown = await send(`${url}/__mock/helth`, "GET");
    assertEquals(unknown.status, 404);
    assertStringIncludes(unknown.error.message, "GET health");
  }));

Deno.test("The control API takes rules, and says what of them has not happened", () =>
  withMock(async (url) => {
    const rules = [{ name: "first", prompt: "hi", result: "by the control API" }];
    const { status, ...put } = await send(`${url}/__mock/rules`, "POST", JSON.stringify({ rules }));
    assertEquals([status, put.rules], ["ok", 2]);
    assertEquals((await send(`${url}/__mock/done`, "GET")).unfinished[0], "'first' was never used");
    assertEquals((await ask(url, "a")).choices[0].message.content, "by the control API");
    const { done, unfinished } = await send(`${url}/__mock/done?testId=b`, "GET");
    assertEquals([done, unfinished.length], [false, 2]);
    assertEquals((await send(`${url}/__mock/cassette`, "GET")).exchanges, []);
    const bad = await send(`${url}/__mock/rules`, "POST", '{"rules":[{}]}');
    assertStringIncludes(bad.error.message, "'body.rules[0]' as it must have exactly one of");
  }));

Deno.test("the control API refuses a body over the limit with 413, as the others do", async () => {
  const mock = new MockGPT({ maxBodyBytes: 10 });
  await using server = await mock.serve();
  const init = { method: "POST", body: "x".repeat(11) };
  const response = await fetch(`${server.url}/__mock/faults`, init);
  const { error } = await response.json();
  assertEquals([response.status, error.message], [413, "The body of the request is too large"]);
});

const UNKNOWN = [
  {
    method: "POST",
    path: "reset?foo=1",
    message: "query's 'foo' as it is unknown: there is testId",
  },
  { method: "POST", path: "reset?testID=a", message: "'testID' as it is unknown" },
  { method: "POST", path: "reset?testId=a&testId=b", message: "'testId' as it must be there once" },
  { method: "DELETE", path: "records?testId=a", message: "there are none here" },
  { method: "GET", path: "health?x", message: "'x' as it is unknown" },
  { method: "POST", path: "explain?testId=a", body: ASK, message: "there are none here" },
  { method: "POST", path: "reset", body: '{"testId":"a"}', message: "the body as none is read" },
  { method: "DELETE", path: "faults", body: "all", message: "the body as none is read" },
];

Deno.test("The control API refuses what it would pass over, and then does nothing", () =>
  withMock(async (url, mock) => {
    await ask(url, "a");
    for (const { method, path, body, message } of UNKNOWN) {
      const { status, error } = await send(`${url}/__mock/${path}`, method, body);
      assertEquals([path, status], [path, 400]);
      assertStringIncludes(error.message, message);
    }
    assertEquals(mock.records.length, 1);
    assertEquals((await send(`${url}/__mock/reset`, "POST", " {} ")).status, "ok");
  }));

Deno.test("The control API says which calls nobody foresaw, unless they are allowed", () =>
  withMock(async (url) => {
    for (let call = 0; call < 3; call++) await ask(url);
    const { done, unfinished } = await send(`${url}/__mock/done`, "GET");
    assertEquals([done, unfinished.length], [false, 1]);
    assertEquals((await send(`${url}/__mock/done?allowUnmatched=true`, "GET")).done, true);
    const bad = await send(`${url}/__mock/done?allowUnmatched=maybe`, "GET");
    assertStringIncludes(bad.error.message, "'query.allowUnmatched' as it must be one of");
  }));

Deno.test("an injection by the control API may be for one test, by an expression", () =>
  withMock(async (url) => {
    const headers = { "x-test-id": { pattern: "^a$" } };
    const response = { status: 503, body: "busy" };
    const injection = JSON.stringify({ headers, response: { ...response, body: { busy: true } } });
    await send(`${url}/__mock/faults`, "POST", injection);
    assertEquals((await ask(url, "ab")).status, 200);
    assertEquals((await ask(url, "a")).status, 503);
    const bad = JSON.stringify({ headers: { "x-test-id": { pattern: "(" } }, response });
    const { status, error } = await send(`${url}/__mock/faults`, "POST", bad);
    assertEquals(status, 400);
    assertStringIncludes(error.message, "'injection.headers.x-test-id'");
  }));
