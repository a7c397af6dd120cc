import { assertEquals, assertStringIncludes } from "@std/assert";
import { MockGPT } from "../../../../../mock.ts";
import { ManualClock } from "../../../../../testing.ts";
import { Turns } from "../../../../../src/mock/calls/turns.ts";
import type { JsonObject } from "../../../../../src/wire/json.ts";
import { eventsIn, get, mockOf, RESPONSES, send, streamed } from "./asked.ts";

const ASK = { model: "m", input: "First" };

Deno.test("a response can be got again until it is deleted", async () => {
  const mock = mockOf("Hello");
  const { body } = await send(mock, ASK);
  assertEquals(await get(mock, `/${body.id}`), { status: 200, body });
  const deleted = await send(mock, undefined, `/${body.id}`, "DELETE");
  assertEquals(deleted.body, { id: body.id, object: "response", deleted: true });
  const gone = await get(mock, `/${body.id}`);
  assertEquals(gone.status, 404);
  assertEquals(gone.body.error, {
    message: `Response with id '${body.id}' not found.`,
    type: "invalid_request_error",
    param: null,
    code: null,
  });
});

Deno.test("a streamed response is stored as its last event has it", async () => {
  const mock = mockOf({ content: "Hello", toolCalls: [{ name: "f" }] });
  const events = await streamed(mock, ASK);
  assertEquals((await get(mock, "/resp_mock-1")).body, events.at(-1)?.response);
});

Deno.test("a response is not stored if the request forbids it", async () => {
  const mock = mockOf("Hello");
  const { body } = await send(mock, { ...ASK, store: false });
  assertEquals((await get(mock, `/${body.id}`)).status, 404);
  const next = await send(mock, { ...ASK, previous_response_id: body.id });
  assertEquals(next.status, 400);
  assertEquals(next.body.error, {
    message: `Previous response with id '${body.id}' not found.`,
    type: "invalid_request_error",
    param: "previous_response_id",
    code: "previous_response_not_found",
  });
});

Deno.test("previous_response_id brings the conversation before it, but not its instructions", async () => {
  const mock = new MockGPT({
    rules: [
      { turn: 0, result: { reasoning: "Hm.", toolCalls: [{ name: "f", id: "call_1" }] } },
      { toolResult: true, result: "Second answer" },
      { result: "Third answer" },
    ],
  });
  const first = await send(mock, { ...ASK, instructions: "Old." });
  const output = { type: "function_call_output", call_id: "call_1", output: "42" };
  const second = await send(mock, {
    model: "m",
    previous_response_id: first.body.id,
    input: [output],
    instructions: "New.",
  });
  // What was forgotten by its id is still part of what follows it.
  await send(mock, undefined, `/${first.body.id}`, "DELETE");
  await send(mock, { model: "m", previous_response_id: second.body.id, input: "And?" });
  assertEquals(mock.records.at(-1)?.request.messages, [
    { role: "user", content: "First" },
    {
      role: "assistant",
      content: null,
      reasoning_content: "Hm.",
      tool_calls: [{ id: "call_1", type: "function", function: { name: "f", arguments: "{}" } }],
    },
    { role: "tool", tool_call_id: "call_1", content: "42" },
    { role: "assistant", content: "Second answer" },
    { role: "user", content: "And?" },
  ]);
  assertEquals(mock.records[1]?.request.messages[0], { role: "system", content: "New." });
});

Deno.test("a call of an earlier response must get its output", async () => {
  const mock = mockOf({ toolCalls: [{ name: "f", id: "call_1" }] });
  const first = await send(mock, ASK);
  const next = { model: "m", previous_response_id: first.body.id, input: "Well?" };
  const { status, body } = await send(mock, next);
  assertEquals(status, 400);
  assertEquals(
    (body.error as JsonObject).message,
    "No tool output found for function call call_1.",
  );
});

Deno.test("references stand for the items of earlier responses", async () => {
  const mock = mockOf({ reasoning: "Hm.", content: "Hello" });
  const first = await send(mock, ASK);
  const [thought, message] = first.body.output as { id: string }[];
  const input = [
    { role: "user", content: "First" },
    { type: "reasoning", id: thought?.id, summary: [] },
    { type: "item_reference", id: message?.id },
    { role: "user", content: "Again" },
  ];
  assertEquals((await send(mock, { model: "m", input })).status, 200);
  assertEquals(mock.records.at(-1)?.request.messages[1], {
    role: "assistant",
    content: "Hello",
    reasoning_content: "Hm.",
  });
  const lost = await send(mockOf("x"), { model: "m", input });
  assertEquals(lost.status, 404);
  assertStringIncludes(
    String((lost.body.error as JsonObject).message),
    "Items are not persisted when `store` is set to false.",
  );
});

Deno.test("what followed reasoning is refused without it", async () => {
  const mock = mockOf({ reasoning: "Hm.", content: "Hello" });
  const first = await send(mock, ASK);
  const [thought, message] = first.body.output as JsonObject[];
  const again = { role: "user", content: "Again" };
  const { status, body } = await send(mock, { model: "m", input: [message, again] });
  assertEquals(status, 400);
  assertEquals(
    (body.error as JsonObject).message,
    `Item '${message?.id}' of type 'message' was provided without its required 'reasoning' item: '${thought?.id}'.`,
  );
  const whole = await send(mock, { model: "m", input: [thought, message, again] });
  assertEquals(whole.status, 200);
});

Deno.test("what followed no reasoning may come alone", async () => {
  const mock = mockOf({ content: "Hello", toolCalls: [{ name: "f", id: "call_1" }] });
  const first = await send(mock, ASK);
  const [, call] = first.body.output as JsonObject[];
  const output = { type: "function_call_output", call_id: "call_1", output: "x" };
  assertEquals((await send(mock, { model: "m", input: [call, output] })).status, 200);
});

Deno.test("input items are found by the ids under which they were listed", async () => {
  const mock = mockOf("Hello");
  const first = await send(mock, ASK);
  const { data } = (await get(mock, `/${first.body.id}/input_items`)).body;
  const [item] = data as JsonObject[];
  const input = [{ type: "item_reference", id: item?.id }];
  assertEquals((await send(mock, { model: "m", input })).status, 200);
  assertEquals(mock.records.at(-1)?.request.messages, [{ role: "user", content: "First" }]);
});

Deno.test("a response with an id of any spelling can be got again", async () => {
  const mock = mockOf({ content: "Hello", id: "resp/ü %" });
  await send(mock, ASK);
  assertEquals((await get(mock, `/${encodeURIComponent("resp/ü %")}`)).status, 200);
  assertEquals((await get(mock, "/%")).status, 404);
});

Deno.test("an item that is already there is refused a second time", async () => {
  const mock = mockOf("Hello");
  const first = await send(mock, ASK);
  const [message] = first.body.output as JsonObject[];
  const input = [message, { role: "user", content: "Again" }];
  const { body } = await send(mock, { model: "m", previous_response_id: first.body.id, input });
  assertEquals(
    (body.error as JsonObject).message,
    `Duplicate item found with id ${message?.id}. Remove duplicate items from your input and try again.`,
  );
});

Deno.test("input items are listed page by page, the latest first", async () => {
  const mock = mockOf("Hello");
  const content = [{ type: "input_text", text: "Two" }];
  const first = await send(mock, {
    model: "m",
    input: [{ role: "user", content: "One" }, { role: "assistant", content: "1" }, {
      role: "user",
      content,
    }],
  });
  const { body } = await get(mock, `/${first.body.id}/input_items?limit=2`);
  const items = body.data as JsonObject[];
  assertEquals(items.map((item) => item.content), [
    content,
    [{ type: "output_text", text: "1", annotations: [], logprobs: [] }],
  ]);
  assertEquals([body.has_more, body.first_id, body.last_id], [true, items[0]?.id, items[1]?.id]);
  const rest = await get(mock, `/${first.body.id}/input_items?limit=2&after=${items[1]?.id}`);
  assertEquals((rest.body.data as JsonObject[]).map((item) => item.role), ["user"]);
  assertEquals(rest.body.has_more, false);
  const asc = await get(mock, `/${first.body.id}/input_items?order=asc`);
  assertEquals((asc.body.data as JsonObject[]).map((item) => item.role), [
    "user",
    "assistant",
    "user",
  ]);
  const [one] = asc.body.data as JsonObject[];
  assertEquals([one?.type, one?.status, one?.content], ["message", "completed", [
    { type: "input_text", text: "One" },
  ]]);
  assertEquals((await get(mock, `/${first.body.id}/input_items?limit=0`)).status, 400);
  assertEquals((await get(mock, `/${first.body.id}/input_items?after=msg_0`)).status, 404);
});

Deno.test("input items keep what the client said of them, and get what it did not", async () => {
  const mock = mockOf("Hello");
  const call = { type: "function_call", call_id: "call_1", name: "f", arguments: "{}", id: "fc_1" };
  const output = { type: "function_call_output", call_id: "call_1", output: "x" };
  const said = { role: "assistant", content: "x", id: "msg_1", status: "incomplete" };
  const thought = { type: "reasoning", id: "rs_1", encrypted_content: "x", summary: [] };
  const { body } = await send(mock, { model: "m", input: [call, output, thought, said] });
  const { data } = (await get(mock, `/${body.id}/input_items?order=asc`)).body;
  const [first, second, third, last] = data as JsonObject[];
  assertEquals(third, thought);
  assertEquals(first, { ...call, status: "completed" });
  assertEquals(String(second?.id).slice(0, 4), "fco_");
  assertEquals(second, { ...output, id: second?.id, status: "completed" });
  assertEquals([last?.id, last?.status], ["msg_1", "incomplete"]);
});

Deno.test("a response may be followed without any new input", async () => {
  const mock = mockOf("Hello");
  const first = await send(mock, ASK);
  const next = await send(mock, { model: "m", previous_response_id: first.body.id });
  assertEquals([next.status, mock.records[1]?.request.messages.length], [200, 2]);
});

Deno.test("input_tokens counts what the answer's usage counts", async () => {
  const mock = mockOf("Hello");
  const tools = [{
    type: "function",
    name: "f",
    parameters: { type: "object", properties: {} },
    strict: null,
  }];
  const ask = { ...ASK, instructions: "Be brief.", tools };
  const { body } = await send(mock, ask);
  const counted = await send(mock, ask, "/input_tokens");
  assertEquals(counted.body, {
    object: "response.input_tokens",
    input_tokens: (body.usage as JsonObject).input_tokens,
  });
  assertEquals((await send(mock, { stream: true }, "/input_tokens")).status, 400);
});

Deno.test("only what runs in the background can be cancelled or streamed later", async () => {
  const mock = mockOf("Hello");
  const { body } = await send(mock, ASK);
  assertEquals((await send(mock, {}, `/${body.id}/cancel`)).status, 400);
  assertEquals((await get(mock, `/${body.id}?stream=true`)).status, 400);
  const queued = await send(mock, { ...ASK, background: true });
  const done = await send(mock, {}, `/${queued.body.id}/cancel`);
  assertEquals([done.status, done.body.status], [200, "completed"]);
  assertEquals((await get(mock, `/${queued.body.id}`)).body.status, "completed");
  assertEquals((await get(mock, `/${queued.body.id}?stream=true`)).status, 400);
});

for (const kind of ["reset", "close", "hang"] as const) {
  Deno.test(`a background stream that is cut by '${kind}' is whole when the client comes again`, async () => {
    const faults = [{ kind, afterFrames: 5 }] as const;
    const clock = new ManualClock();
    const result = "one two three";
    const sound = new MockGPT({ clock, rules: [{ result }] });
    const whole = await streamed(sound, { ...ASK, background: true });
    const mock = new MockGPT({ clock, rules: [{ result, delivery: { faults } }] });
    const leaving = new AbortController();
    const init = {
      method: "POST",
      body: JSON.stringify({ ...ASK, background: true, stream: true }),
    };
    const { body } = await mock.fetch(RESPONSES, { ...init, signal: leaving.signal });
    await body!.getReader().read();
    leaving.abort();
    const path = "/resp_mock-1";
    assertEquals((await get(mock, path)).body, whole.at(-1)!.response);
    assertEquals(await eventsAt(mock, `${path}?stream=true`), whole);
    assertEquals(await eventsAt(mock, `${path}?stream=true&starting_after=4`), whole.slice(5));
    const last = whole.length - 1;
    assertEquals(await eventsAt(mock, `${path}?stream=true&starting_after=${last}`), []);
    for (const after of ["x", "-1", "1.5"]) {
      const refused = await get(mock, `${path}?stream=true&starting_after=${after}`);
      assertEquals(refused.status, 400);
    }
  });
}

Deno.test("a background stream that nobody began to read is stored", async () => {
  const mock = mockOf("Hello");
  const body = JSON.stringify({ ...ASK, background: true, stream: true });
  const response = await mock.fetch(RESPONSES, { method: "POST", body });
  await response.body!.cancel();
  assertEquals((await get(mock, "/resp_mock-1")).body.status, "completed");
});

async function eventsAt(mock: MockGPT, path: string): Promise<readonly JsonObject[]> {
  const response = await mock.fetch(RESPONSES + path);
  assertEquals(response.headers.get("content-type"), "text/event-stream; charset=utf-8");
  return eventsIn(await response.text());
}

Deno.test("the oldest turns are forgotten first", () => {
  const turns = new Turns();
  const turn = {
    body: {},
    events: undefined,
    input: [],
    previous: undefined,
    mayHave: () => false,
  };
  for (let at = 0; at < 1000; at++) turns.keep(`r${at}`, turn);
  turns.keep("r0", turn);
  turns.keep("more", turn);
  assertEquals([turns.find("r0"), turns.find("r1")], [turn, undefined]);
  assertEquals([...turns.list()].length, 1000);
});

Deno.test("what a mock was still answering when it began anew is not remembered", async () => {
  const mock = new MockGPT({
    rules: [{ prompt: "old", result: "old old" }, { prompt: "new", result: "new" }],
  });
  const old = await mock.fetch("http://mock/v1/responses", {
    method: "POST",
    body: JSON.stringify({ model: "m", input: "old", stream: true }),
  });
  mock.reset();
  const fresh = await mock.fetch("http://mock/v1/responses", {
    method: "POST",
    body: JSON.stringify({ model: "m", input: "new" }),
  });
  const { id, output } = await fresh.json();
  assertStringIncludes(await old.text(), `"id":"${id}"`);
  const again = await mock.fetch(`http://mock/v1/responses/${id}`);
  assertEquals((await again.json()).output, output);
});

Deno.test("a long conversation does not end in a stack that is too deep", async () => {
  const mock = mockOf({ content: "x", id: "resp_same" });
  await send(mock, ASK);
  for (let at = 0; at < 300; at++) {
    await send(mock, { model: "m", input: "more", previous_response_id: "resp_same" });
  }
  assertEquals(mock.records.at(-1)?.request.messages.length, 601);
});
