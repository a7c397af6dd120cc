import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import type { Fragment, ModelOutput } from "../../../src/agent/chat_model.ts";
import { hashJson } from "../../../src/agent/hash_json.ts";
import { ScriptedChatModel } from "../../../src/testing/doubles/scripted_chat_model.ts";
import { ScriptLeftError, ScriptOverError } from "../../../src/testing/doubles/script_errors.ts";

const HI = { messages: [{ role: "user" as const, content: "Hi" }] };
const FRAGMENTS: readonly Fragment[] = [{ type: "text", text: "a" }, { type: "text", text: "b" }];

async function all(
  stream: AsyncIterable<Fragment | ModelOutput>,
): Promise<(Fragment | ModelOutput)[]> {
  const items: (Fragment | ModelOutput)[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

Deno.test("ScriptedChatModel: complete() and streamComplete() take the next output in turn", async () => {
  const model = new ScriptedChatModel([{ content: "1" }, { content: "2" }, { content: "3" }]);
  const contents = [
    (await model.complete(HI)).content,
    ...(await all(model.streamComplete(HI))).map((item) => (item as ModelOutput).content),
    (await model.complete(HI)).content,
  ];
  assertEquals(contents, ["1", "2", "3"]);
  assertEquals(model.streamed, [false, true, false]);
});

Deno.test("ScriptedChatModel: every streamed call yields the same fragments, then its output", async () => {
  const model = new ScriptedChatModel([{ content: "1" }, { content: "2" }], FRAGMENTS);
  for (const content of ["1", "2"]) {
    const items = await all(model.streamComplete(HI));
    assertEquals(items, [...FRAGMENTS, { content, model: "scripted" }]);
  }
});

Deno.test("ScriptedChatModel: an output without a model gets the one asked for, else the double's own", async () => {
  const model = new ScriptedChatModel(
    [{ content: "1" }, { content: "2" }, { content: "3" }, { model: "dated" }, {}],
    [],
    { name: "own" },
  );
  const answers = [
    await model.complete(HI),
    await model.complete(HI, { model: "asked" }),
    await model.complete({ ...HI, model: "in the request" }),
    await model.complete(HI, { model: "asked" }),
    await model.complete(HI, { model: "" }),
  ];
  assertEquals(answers.map((answer) => answer.model), [
    "own",
    "asked",
    "in the request",
    "dated",
    "own",
  ]);
  assertEquals(model.models, [undefined, "asked", "in the request", "asked", ""]);
});

Deno.test("ScriptedChatModel: resolve() gives the model asked for, or its own if that is missing or empty", () => {
  const model = new ScriptedChatModel([], [], { name: "own" });
  assertEquals([model.resolve("m"), model.resolve(""), model.resolve(null), model.resolve()], [
    "m",
    "own",
    "own",
    "own",
  ]);
});

Deno.test("ScriptedChatModel: one call too many is kept, and is SCRIPT_OVER", async () => {
  const model = new ScriptedChatModel([]);
  const error = await assertRejects(
    () => model.complete(HI),
    ScriptOverError,
    "the model 'scripted'",
  );
  assertEquals(error.code, "SCRIPT_OVER");
  assertEquals(model.requests, [HI]);
});

Deno.test("ScriptedChatModel: a stream over its script throws at the first next(), before any fragment", async () => {
  const model = new ScriptedChatModel([], FRAGMENTS);
  const stream = model.streamComplete(HI);
  assertEquals(model.requests, [], "nothing happens before the first next()");
  await assertRejects(() => stream.next(), ScriptOverError);
  assertEquals([model.requests, model.streamed], [[HI], [true]]);
});

Deno.test("ScriptedChatModel: an output that is an error is thrown", async () => {
  const model = new ScriptedChatModel([new RangeError("Too hot"), { content: "2" }]);
  await assertRejects(() => model.complete(HI), RangeError, "Too hot");
  assertEquals((await model.complete(HI)).content, "2");
});

Deno.test("ScriptedChatModel: nobody changes what it keeps or gives", async () => {
  const outputs = [{ content: "1", toolCalls: [{ name: "t", arguments: "{}" }] }, { content: "2" }];
  const model = new ScriptedChatModel(outputs);
  outputs[0]!.content = "changed";
  outputs.pop();
  const request = structuredClone(HI);
  const answer = await model.complete(request);
  request.messages[0]!.content = "changed";
  (answer.toolCalls as unknown[]).pop();
  model.requests.pop();
  assertEquals(answer.content, "1");
  assertEquals(model.requests, [HI]);
  assertEquals(model.remaining, 1);
});

Deno.test("ScriptedChatModel: of two calls side by side the first takes the first output", async () => {
  const model = new ScriptedChatModel([{ content: "1" }, { content: "2" }]);
  const answers = await Promise.all([model.complete(HI), model.complete(HI)]);
  assertEquals(answers.map(({ content }) => content), ["1", "2"]);
});

Deno.test("ScriptedChatModel with 'repeat' answers a request that came before as before", async () => {
  const model = new ScriptedChatModel([{ content: "1" }, { content: "2" }], [], { repeat: true });
  const other = { messages: [{ role: "user" as const, content: "Bye" }] };
  const contents: (string | undefined)[] = [];
  for (const request of [HI, HI, other, HI]) contents.push((await model.complete(request)).content);
  assertEquals(contents, ["1", "1", "2", "1"]);
  assertEquals([model.requests.length, model.remaining], [4, 0]);
});

Deno.test("ScriptedChatModel by hashes answers in any order and again, and names a hash it does not know", async () => {
  const other = { messages: [{ role: "user" as const, content: "Bye" }] };
  const model = new ScriptedChatModel(
    new Map([[await hashJson(HI), { content: "1" }], [await hashJson(other), { content: "2" }]]),
  );
  assertEquals((await model.complete(other)).content, "2");
  assertThrows(() => model.assertPlayed(), ScriptLeftError, await hashJson(HI));
  assertEquals((await model.complete(HI)).content, "1");
  assertEquals((await model.complete(other)).content, "2");
  model.assertPlayed();
  const unknown = { messages: [] };
  await assertRejects(
    () => model.complete(unknown),
    ScriptOverError,
    await hashJson(unknown),
  );
});

Deno.test("ScriptedChatModel: assertPlayed(), and `using`, tell of outputs that nobody asked for", async () => {
  const model = new ScriptedChatModel([{ content: "1" }, { content: "2" }]);
  await model.complete(HI);
  const error = assertThrows(() => model.assertPlayed(), ScriptLeftError, "1 of 2 items");
  assertEquals(error.code, "SCRIPT_LEFT");
  assertThrows(() => {
    using _double = new ScriptedChatModel([{ content: "1" }]);
  }, ScriptLeftError);
});

Deno.test("ScriptedChatModel: an aborted call takes and keeps nothing", async () => {
  const model = new ScriptedChatModel([{ content: "1" }]);
  const reason = new Error("Gone");
  const signal = AbortSignal.abort(reason);
  await assertRejects(() => model.complete(HI, { signal }), Error, "Gone");
  assertEquals([model.requests.length, model.remaining], [0, 1]);
});

Deno.test.each(
  [
    { args: ["x"], message: "must be a list" },
    { args: [[], "x"], message: "'fragments'" },
    { args: [[], [], { name: 7 }], message: "'name'" },
    { args: [[], [], { repeat: 7 }], message: "'repeat'" },
    { args: [[() => {}]], message: "item 0" },
    { args: [new Map([["x", {}]])], message: "hashJson()" },
  ],
)("ScriptedChatModel says what was expected: $message", ({ args, message }) => {
  assertThrows(() => Reflect.construct(ScriptedChatModel, args), TypeError, message);
});

Deno.test("ScriptedChatModel with 'repeat' gives a copy each time", async () => {
  const toolCalls = [{ name: "t", arguments: "{}" }];
  const model = new ScriptedChatModel([{ toolCalls }], [], { repeat: true });
  (((await model.complete(HI)).toolCalls) as unknown[]).pop();
  assertEquals((await model.complete(HI)).toolCalls, toolCalls);
});
