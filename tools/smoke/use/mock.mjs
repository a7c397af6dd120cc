/** MockGPT as its users have it: in process, through `fetch`, and on a port. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assemble, fetchModel, isWholeturnError } from "@wholeturn/wholeturn";
import { generators, MockGPT, readChunks, readFixtures } from "@wholeturn/wholeturn/mock";

const messages = [{ role: "user", content: "服务刚完成维护。健康检查通过。" }];
const ASK = { model: "demo", messages };

function post(body) {
  return { method: "POST", body: JSON.stringify(body) };
}

test("generate() answers by the first rule that fits, or says what was near", async () => {
  const mock = new MockGPT({
    rules: [
      { prompt: "nothing", result: "no" },
      { name: "summary", prompt: "维护", generator: generators.summary({ count: 1 }) },
    ],
  });
  assert.equal((await mock.generate(ASK)).content, "服务刚完成维护。");
  assert.equal(mock.explain(ASK).rule.name, "summary");
  const other = { model: "demo", messages: [{ role: "user", content: "bye" }] };
  await assert.rejects(mock.generate(other), (error) => isWholeturnError(error, "MOCK_UNMATCHED"));
  assert.throws(() => mock.assertDone(), /'rules\[0\]' was never used/);
});

test("stream() gives the events of a whole turn", async () => {
  const mock = new MockGPT({ rules: [{ result: { content: "one two", reasoning: "Hm." } }] });
  const turn = await assemble(mock.stream(ASK));
  assert.deepEqual([turn.text, turn.finish.reason], ["one two", "stop"]);
});

for (
  const wire of [
    "openai-chat",
    "openai-responses",
    "anthropic-messages",
    "gemini",
    "ollama",
    "cohere",
  ]
) {
  test(`the reference adapter asks the mock in process and on a port: ${wire}`, async () => {
    const mock = new MockGPT({ rules: [{ result: "服务在线。🙂" }] });
    const server = await mock.serve();
    try {
      const base = wire.startsWith("openai") ? "/v1" : "";
      for (const fetch of [mock.fetch, globalThis.fetch]) {
        const model = fetchModel({ wire, baseUrl: server.url + base, model: "demo", fetch });
        assert.equal((await assemble(model.stream({ messages }))).text, "服务在线。🙂");
      }
      assert.deepEqual(mock.records.map(({ outcome }) => outcome), ["served", "served"]);
      mock.assertDone();
    } finally {
      await server.close();
    }
  });
}

test("a reset on a port is an error to the client, after the frames that were asked for", async () => {
  const faults = [{ kind: "reset", afterFrames: 2 }];
  const mock = new MockGPT({ rules: [{ result: "one two three", delivery: { faults } }] });
  const server = await mock.serve();
  try {
    const baseUrl = `${server.url}/v1`;
    const model = fetchModel({ wire: "openai-chat", baseUrl, model: "demo", fetch });
    await assert.rejects(assemble(model.stream({ messages })));
    const { frames, outcome } = mock.records[0];
    assert.deepEqual([frames, outcome], [2, "fault"]);
  } finally {
    await server.close();
  }
});

test("once a mock on a port is closed, its records say how all that was open ended", async () => {
  const delivery = { timing: { firstTokenMs: 60_000 } };
  const mock = new MockGPT({ rules: [{ result: "never whole", delivery }] });
  const server = await mock.serve();
  const response = await fetch(`${server.url}/v1/chat/completions`, post({ ...ASK, stream: true }));
  const reader = response.body.getReader();
  await reader.read();
  await server.close();
  const [{ outcome, endedMs }] = mock.records;
  assert.deepEqual([outcome, typeof endedMs], ["aborted", "number"]);
  await assert.rejects(async () => {
    while (!(await reader.read()).done);
  });
});

test("the control API tells what was asked, and lets the next call fail", async () => {
  const mock = new MockGPT({ rules: [{ result: "Hello" }] });
  const server = await mock.serve();
  try {
    const fault = { response: { problem: { kind: "overloaded", message: "Busy" } } };
    await (await fetch(`${server.url}/__mock/faults`, post(fault))).body.cancel();
    const statuses = [];
    for (let call = 0; call < 2; call++) {
      const response = await fetch(`${server.url}/v1/chat/completions`, post(ASK));
      statuses.push(response.status);
      await response.body.cancel();
    }
    assert.deepEqual(statuses, [503, 200]);
    const { records } = await (await fetch(`${server.url}/__mock/records`)).json();
    assert.deepEqual(records.map(({ status }) => status), [503, 200]);
  } finally {
    await server.close();
  }
});

test("fixtures of aimock and captures of the AI SDK are rules", async () => {
  const file = {
    fixtures: [{ match: { userMessage: "维护" }, response: { content: "Hello" } }],
  };
  const chunk =
    '{"object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"Hi"}}]}';
  const mock = new MockGPT({
    rules: [...readFixtures(file, "hello.json").rules, readChunks(chunk, { prompt: "capture" })],
  });
  assert.equal((await mock.generate(ASK)).content, "Hello");
  const asked = { model: "demo", stream: true, messages: [{ role: "user", content: "capture" }] };
  const response = await mock.fetch("http://mock/v1/chat/completions", post(asked));
  assert.equal(await response.text(), `data: ${chunk}\n\ndata: [DONE]\n\n`);
  assert.throws(
    () => readFixtures({ rules: [{ reslt: "" }] }, "bad.json"),
    /bad\.json\.rules\[0\]/,
  );
});

test("what a real endpoint answered is replayed without it", async () => {
  const real = new MockGPT({ rules: [{ result: "Hello" }] });
  const server = await real.serve();
  const recorder = new MockGPT({ forward: { to: server.url } });
  const asked = post({ ...ASK, stream: true });
  let came;
  try {
    came = await (await recorder.fetch("http://mock/v1/chat/completions", asked)).text();
  } finally {
    await server.close();
  }
  const player = new MockGPT({ replay: JSON.parse(JSON.stringify(recorder.cassette())) });
  const played = await player.fetch("http://mock/v1/chat/completions", asked);
  assert.equal(await played.text(), came);
  assert.match(came, /Hello/);
});
