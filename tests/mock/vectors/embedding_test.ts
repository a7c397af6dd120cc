import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { MockGPT } from "../../../mock.ts";
import type { ResponseDescription, Rule } from "../../../mock.ts";
import { ManualClock } from "../../../testing.ts";

function ask(mock: MockGPT, input: string | readonly string[] = "hi"): Promise<Response> {
  const body = JSON.stringify({ model: "m", input, dimensions: 1 });
  return mock.fetch("http://mock/v1/embeddings", { method: "POST", body });
}

function described(response: ResponseDescription): MockGPT {
  return new MockGPT({ rules: [{ surface: "embeddings", response }] });
}

Deno.test("a response that a rule describes is what a request for vectors gets, whatever it is", async () => {
  const mock = described({ status: 503, body: "<html>", headers: { "x-a": "b" } });
  const response = await ask(mock);
  assertEquals(
    [response.status, response.headers.get("x-a"), await response.text()],
    [503, "b", "<html>"],
  );
  const { outcome, status, bytes, retryable } = mock.records[0]!;
  assertEquals([outcome, status, bytes, retryable], ["fault", 503, 6, true]);
});

Deno.test("a problem of vectors is told in the provider's form, and when to come again", async () => {
  const problem = { kind: "rate_limit", message: "Slow down" } as const;
  const mock = described({ problem, retryAfter: { seconds: 3 } });
  const response = await ask(mock, ["a", "b"]);
  assertEquals([response.status, response.headers.get("retry-after")], [429, "3"]);
  assertEquals((await response.json()).error.message, "Slow down");
  assertEquals(mock.records[0]!.retryAfterMs, 3000);
});

Deno.test("a network error in place of vectors is one, and a silence is heard out by its end", async () => {
  await assertRejects(() => ask(described({ networkError: true })), TypeError);
  const abort = new AbortController();
  const mock = described({ hang: true });
  const pending = mock.fetch("http://mock/v1/embeddings", {
    method: "POST",
    body: JSON.stringify({ model: "m", input: "hi" }),
    signal: abort.signal,
  });
  abort.abort(new Error("Too long"));
  await assertRejects(() => pending, Error, "Too long");
});

Deno.test("a response in place of vectors waits as long as it says", async () => {
  const clock = new ManualClock();
  const response = { delayMs: 100, status: 500 };
  const mock = new MockGPT({ clock, rules: [{ surface: "embeddings", response }] });
  let status = 0;
  const asking = ask(mock).then(async (answer) => {
    status = answer.status;
    await answer.body?.cancel();
  });
  await clock.advance(99);
  assertEquals(status, 0);
  await clock.advance(1);
  await asking;
  assertEquals(status, 500);
});

Deno.test("a request for vectors after the end of a sequence is refused, as one for a turn is", async () => {
  const rules: Rule[] = [{ name: "one", sequence: [{ embedding: [1] }] }];
  const mock = new MockGPT({ rules });
  assertEquals((await (await ask(mock)).json()).data[0].embedding, [1]);
  const response = await ask(mock);
  assertEquals([response.status, response.headers.get("x-should-retry")], [400, "false"]);
  assertStringIncludes((await response.json()).error.message, "The sequence of 'one' is over");
  assertEquals(mock.records.map(({ outcome }) => outcome), ["served", "unmatched"]);
});

/** Requests of one vector, by the number of its dimensions and the name of the model. */
const ASKS: readonly ((model: string, dimensions?: number) => readonly [path: string, object])[] = [
  (model, dimensions) => ["/v1/embeddings", { model, input: "hi", dimensions }],
  (model, outputDimensionality) => [
    `/v1beta/models/${model}:embedContent`,
    { content: { parts: [{ text: "hi" }] }, outputDimensionality },
  ],
];

Deno.test("a vector of more numbers than fit into memory is refused, and the record says so", async () => {
  for (const asked of ASKS) {
    const mock = new MockGPT();
    const [path, body] = asked("m", 1e9);
    const init = { method: "POST", body: JSON.stringify(body) };
    const response = await mock.fetch(`http://mock${path}`, init);
    assertEquals([response.status, (await response.text()).includes("at most 65536")], [400, true]);
    assertEquals(mock.records.map(({ outcome, status }) => [outcome, status]), [["failed", 400]]);
  }
});

Deno.test("a model called as a member that every object has is a model like others", async () => {
  for (const asked of ASKS) {
    const sizes = ["constructor", "m"].map(async (model) => {
      const [path, body] = asked(model);
      const init = { method: "POST", body: JSON.stringify(body) };
      return (await (await new MockGPT().fetch(`http://mock${path}`, init)).text()).split(",")
        .length;
    });
    const [odd, usual] = await Promise.all(sizes);
    assertEquals(odd, usual);
  }
});

/** How a request for two vectors fails at the second, and what the records of both texts then say. */
const FAILING: readonly { readonly name: string; readonly rule: Rule; readonly both: unknown }[] = [
  {
    name: "describes a failure",
    rule: { prompt: "b", surface: "embeddings", response: { status: 503 } },
    both: ["fault", 503, true],
  },
  {
    name: "throws",
    rule: {
      surface: "embeddings",
      test(_, { prompt }) {
        if (prompt === "b") throw new Error("No");
        return false;
      },
      embedding: [1],
    },
    both: ["failed", 500, false],
  },
];

Deno.test.each(FAILING)(
  "no text of a request for vectors was served if the rule of another $name",
  async ({ rule, both }) => {
    const mock = new MockGPT({ rules: [rule] });
    const response = await ask(mock, ["a", "b"]);
    const said = mock.records.map(({ outcome, status, retryable }) => [outcome, status, retryable]);
    assertEquals(said, [both, both]);
    assertEquals(response.status, mock.records[0]!.status);
  },
);

Deno.test("texts for embeddings have their numbers in the order in which calls came", async () => {
  const mock = new MockGPT({ rules: [{ result: "x" }] });
  const post = async (path: string, body: object) =>
    await mock.fetch(`http://mock${path}`, { method: "POST", body: JSON.stringify(body) });
  await Promise.all([
    post("/v1/embeddings", { model: "m", input: "a" }),
    post("/v1/chat/completions", { model: "m", messages: [{ role: "user", content: "x" }] }),
  ]);
  assertEquals(mock.records.map(({ surface }) => surface), ["embeddings", "openai-chat"]);
});

Deno.test("the texts of a request for vectors are calls one after another, and so is what their rule gives", async () => {
  const sequence = [1, 2, 3, 4, 5, 6].map((number) => ({ embedding: [number] }));
  const mock = new MockGPT({ rules: [{ sequence }] });
  const answers = await Promise.all([ask(mock, ["a", "b", "c"]), ask(mock, ["d", "e", "f"])]);
  const vectors = await Promise.all(
    answers.map(async (answer) =>
      (await answer.json()).data.map(({ embedding }: { embedding: unknown }) => embedding)
    ),
  );
  assertEquals(vectors, [[[1], [2], [3]], [[4], [5], [6]]]);
  const asked = mock.records.map(({ request }) => request.messages[0]?.content).join("");
  assertEquals(asked, "abcdef");
});

Deno.test("an injected response is for vectors if its surface says so", async () => {
  const mock = new MockGPT();
  mock.injectNext({ response: { status: 502 } });
  mock.injectNext({ surface: ["embeddings", "cohere"], response: { status: 503 }, times: 2 });
  const statuses: number[] = [];
  for (const input of ["a", ["b", "c"], "d"]) {
    const response = await ask(mock, input);
    await response.body?.cancel();
    statuses.push(response.status);
  }
  assertEquals(statuses, [503, 503, 200]);
  assertEquals(mock.records.map(({ outcome }) => outcome), ["fault", "fault", "served"]);
});

Deno.test("a client that leaves before the response in place of vectors left all their texts", async () => {
  const reason = new Error("Too long");
  const response = { status: 503, delayMs: 60_000 };
  const mock = new MockGPT({ rules: [{ prompt: "b", surface: "embeddings", response }] });
  const leaving = new AbortController();
  const pending = mock.fetch("http://mock/v1/embeddings", {
    method: "POST",
    body: JSON.stringify({ model: "m", input: ["a", "b"] }),
    signal: leaving.signal,
  });
  leaving.abort(reason);
  assertEquals(await assertRejects(() => pending), reason);
  assertEquals(mock.records.map(({ outcome, error }) => [outcome, error]), [
    ["aborted", reason],
    ["aborted", reason],
  ]);
});
