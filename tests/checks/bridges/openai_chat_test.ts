import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { openAiChat } from "../../../src/checks/bridges/openai_chat.ts";
import { ZERO_USAGE } from "../../../src/turn/usage.ts";
import { FakeStream, leaveAtFirst, read, recorder, REQUEST } from "./fake_stream.ts";

function chunk(delta: object, reason: string | null = null, more: object = {}): object {
  return { choices: [{ index: 0, delta, finish_reason: reason }], ...more };
}

function call(entry: object): object {
  return chunk({ tool_calls: [entry] });
}

const USAGE = {
  prompt_tokens: 5,
  completion_tokens: 2,
  prompt_tokens_details: { cached_tokens: 3 },
};

function viaCreate(...values: readonly unknown[]) {
  const stream = new FakeStream(...values);
  const create = recorder(Promise.resolve(stream));
  const model = openAiChat({ chat: { completions: { create: create.call } } });
  return { stream, create, model };
}

Deno.test("openAiChat() shows the chunks of an SDK as events", async () => {
  const { model } = viaCreate(
    chunk({ role: "assistant", content: "" }),
    chunk({ reasoning_content: "Hm." }),
    chunk({ content: "Hel" }),
    chunk({ content: "lo" }),
    call({ index: 0, id: "a", function: { name: "one", arguments: '{"x"' } }),
    call({ index: 0, function: { arguments: ":1}" } }),
    chunk({}, "tool_calls"),
    { choices: [], usage: USAGE },
  );
  assertEquals(await read(model), {
    events: [
      { type: "reasoning", text: "Hm." },
      { type: "text", text: "Hel" },
      { type: "text", text: "lo" },
      { type: "tool_call", index: 0, id: "a", name: "one", arguments: '{"x"' },
      { type: "tool_call", index: 0, arguments: ":1}" },
      {
        type: "finish",
        finish: {
          reason: "tool_use",
          raw: "tool_calls",
          usage: { input: 2, output: 2, cacheRead: 3, cacheWrite: 0 },
          discarded: ZERO_USAGE,
        },
      },
    ],
    end: "end",
  });
});

Deno.test("openAiChat() passes on the request and the signal", async () => {
  const { model, create } = viaCreate();
  const { signal } = new AbortController();
  await read(model, { signal });
  const [[body, options]] = create.calls as [[Record<string, unknown>, { signal: AbortSignal }]];
  assertEquals(body.model, "model");
  assertEquals(body.stream, true);
  assertEquals(body.messages, REQUEST.messages);
  assertEquals(options.signal, signal);
});

Deno.test("openAiChat() gives no finish where the SDK ends without a reason", async () => {
  const { model } = viaCreate(chunk({ content: "Hel" }), chunk({ content: "lo" }, ""));
  assertEquals(await read(model), {
    events: [{ type: "text", text: "Hel" }, { type: "text", text: "lo" }],
    end: "end",
  });
});

Deno.test("openAiChat() passes on a reason that it does not know, and the last of several", async () => {
  for (const [reasons, last] of [[["novel"], "novel"], [["stop", "novel"], "novel"]] as const) {
    const { events } = await read(viaCreate(...reasons.map((word) => chunk({}, word))).model);
    assertEquals(events.length, 1);
    assertEquals(events[0]?.type === "finish" && events[0].finish.reason, last);
  }
});

Deno.test("openAiChat() shows a refusal as text that was filtered", async () => {
  const { events } = await read(viaCreate(chunk({ refusal: "No." }), chunk({}, "stop")).model);
  assertEquals(events[0], { type: "text", text: "No." });
  assertEquals(events[1]?.type === "finish" && events[1].finish.reason, "filtered");
});

Deno.test("openAiChat() throws what the SDK throws, before and within its stream", async () => {
  const error = new Error("broken");
  assertEquals(await read(viaCreate(chunk({ content: "Hel" }), error).model), {
    events: [{ type: "text", text: "Hel" }],
    end: error,
  });
  const refuses = openAiChat({ chat: { completions: { create: () => Promise.reject(error) } } });
  assertEquals(await read(refuses), { events: [], end: error });
});

Deno.test("openAiChat() leaves the SDK's stream when it is left, and does no more", async () => {
  const { model, stream } = viaCreate(chunk({ content: "Hel" }), chunk({ content: "lo" }));
  await leaveAtFirst(model);
  assertEquals([stream.asked, stream.left], [1, true]);
});

Deno.test("openAiChat() sends nothing until an event is asked for", () => {
  const { model, create } = viaCreate();
  model.stream(REQUEST);
  assertEquals(create.calls, []);
});

function viaStream(completion: unknown, ...values: readonly unknown[]) {
  const stream = Object.assign(new FakeStream(...values), {
    finalChatCompletion: () =>
      completion instanceof Error ? Promise.reject(completion) : Promise.resolve(completion),
  });
  const completions = { create: () => Promise.reject(), stream: () => stream };
  return openAiChat({ chat: { completions } }, { api: "stream" });
}

function completion(message: object, reason: string): object {
  return { choices: [{ message, finish_reason: reason }], usage: USAGE };
}

Deno.test("openAiChat() with the helper shows the calls that the SDK has put together", async () => {
  const made = {
    content: "Hello",
    tool_calls: [{ id: "a", function: { name: "one", arguments: '{"x":1}' } }],
  };
  const model = viaStream(
    completion(made, "tool_calls"),
    chunk({ content: "Hel" }),
    chunk({ content: "lo" }),
    call({ index: 0, id: "a", function: { name: "one", arguments: '{"x"' } }),
    chunk({}, "tool_calls"),
  );
  const { events } = await read(model);
  assertEquals(events.slice(0, -1), [
    { type: "text", text: "Hel" },
    { type: "text", text: "lo" },
    { type: "tool_call", index: 0, id: "a", name: "one", arguments: '{"x":1}' },
  ]);
  assertEquals(events.at(-1)?.type, "finish");
});

Deno.test("openAiChat() with the helper shows both texts if they differ", async () => {
  const model = viaStream(
    completion({ content: "Hello" }, "stop"),
    chunk({ content: "Hel" }),
    chunk({}, "stop"),
  );
  const { events } = await read(model);
  assertEquals(events.slice(0, -1), [{ type: "text", text: "Hel" }, {
    type: "text",
    text: "Hello",
  }]);
});

Deno.test("openAiChat() with the helper throws what its completion is rejected with", async () => {
  const error = new Error("no finish");
  assertEquals(await read(viaStream(error, chunk({ content: "Hel" }))), {
    events: [{ type: "text", text: "Hel" }],
    end: error,
  });
});

Deno.test("openAiChat() refuses what is no client", async () => {
  assertThrows(
    () => openAiChat({} as never),
    TypeError,
    "Cannot bridge the client as openAiChat needs a function 'chat.completions.create': current " +
      "value is undefined",
  );
  const completions = { create: () => Promise.resolve(1) };
  assertThrows(() => openAiChat({ chat: { completions } }, { api: "stream" }), TypeError, "stream");
  // What the client gives is read when it is there.
  await assertRejects(async () => {
    for await (const _ of openAiChat({ chat: { completions } }).stream(REQUEST));
  }, TypeError);
});
