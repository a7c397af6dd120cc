import { assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { MockGPT } from "../../../mock.ts";
import { ManualClock } from "../../../testing.ts";
import type { Fault, MockGptOptions, ResponseDescription } from "../../../mock.ts";

const PROBLEM = { kind: "overloaded", message: "Come later" } as const;

function described(response: ResponseDescription, options: MockGptOptions = {}): MockGPT {
  return new MockGPT({ ...options, rules: [{ response }] });
}

function ask(mock: MockGPT): Promise<Response> {
  const messages = [{ role: "user", content: "hi" }];
  const body = JSON.stringify({ model: "demo", messages });
  return mock.fetch("http://mock/v1/chat/completions", { method: "POST", body });
}

/** How a fault can come to a call: asked for by a test, or as chaos. */
const WAYS = [
  {
    way: "injected",
    make(response: ResponseDescription, fault: Fault): MockGPT {
      const mock = described(response);
      mock.injectNext({ delivery: { faults: [fault] } });
      return mock;
    },
  },
  {
    way: "chaos",
    make: (response: ResponseDescription, fault: Fault): MockGPT =>
      described(response, { chaos: { onCall: { 1: { fault } } } }),
  },
] as const;

Deno.test.each(WAYS)(
  "a fault that is $way happens to the body of a described response",
  async ({ make }) => {
    const response = { status: 503, body: "not here", headers: { "x-a": "b" } };
    const mock = make(response, { kind: "reset", afterBytes: 3 });
    const broken = await ask(mock);
    assertEquals([broken.status, broken.headers.get("x-a")], [503, "b"]);
    await assertRejects(() => broken.text(), TypeError);
    const { outcome, status, bytes, faults, retryable } = mock.records[0]!;
    assertEquals([outcome, status, bytes, faults, retryable], [
      "fault",
      503,
      3,
      ["reset"],
      true,
    ]);
    assertEquals(await (await ask(mock)).text(), "not here");
  },
);

Deno.test.each(WAYS)(
  "a fault that is $way and lies beyond a described response, or finds none, is told",
  async ({ make }) => {
    for (
      const [response, fault] of [
        [{ problem: PROBLEM }, { kind: "reset", afterFrames: 2 }],
        [{ status: 204 }, { kind: "duplicate-frame", afterFrames: 0 }],
        [{ networkError: true }, { kind: "reset", afterFrames: 0 }],
        [{ hang: true }, { kind: "reset", afterFrames: 0 }],
      ] as const
    ) {
      const mock = make(response, fault);
      const refusal = await ask(mock);
      assertEquals(refusal.status, 400);
      assertStringIncludes((await refusal.json()).error.message, "fault");
      assertEquals([mock.records[0]?.outcome, mock.records[0]?.status], ["failed", 400]);
    }
  },
);

Deno.test("a delivery beside a response says nothing, and is refused", () => {
  const response = { status: 500 };
  const delivery = { timing: { frameMs: 5 } };
  for (
    const [rule, path] of [
      [{ response, delivery }, "options.rules[0].delivery"],
      [
        { sequence: [{ response, delivery }, { result: "x" }] },
        "options.rules[0].sequence[0].delivery",
      ],
    ] as const
  ) {
    const error = assertThrows(() => new MockGPT({ rules: [rule] }), TypeError);
    assertStringIncludes(error.message, `'${path}'`);
  }
});

Deno.test("what is injected of a delivery holds for a described response, whatever it says", async () => {
  const clock = new ManualClock();
  const mock = described({ status: 503, body: "abcdef" }, { clock });
  mock.injectNext({
    delivery: {
      timing: { firstTokenMs: 50 },
      spelling: { packetBytes: 2 },
      contentType: "text/html",
    },
  });
  const response = await ask(mock);
  assertEquals([response.status, response.headers.get("content-type")], [503, "text/html"]);
  const chunks: string[] = [];
  const decoder = new TextDecoder();
  const reading = (async () => {
    for await (const chunk of response.body!) chunks.push(decoder.decode(chunk));
  })();
  await clock.advance(49);
  assertEquals(chunks, []);
  await clock.advance(1);
  await reading;
  assertEquals(chunks, ["ab", "cd", "ef"]);
});

Deno.test("a pace or a content type that is injected finds nothing to deliver, and is told", async () => {
  const nothing = [{ hang: true }, { networkError: true }, { status: 204 }, { status: 304 }];
  for (const delivery of [{ timing: { firstTokenMs: 5 } }, { contentType: "text/html" }]) {
    for (const response of nothing) {
      const mock = described(response);
      mock.injectNext({ delivery });
      const refusal = await ask(mock);
      assertEquals(refusal.status, 400);
      assertStringIncludes((await refusal.json()).error.message, "never comes or has no body");
      assertEquals([mock.records[0]?.outcome, mock.records[0]?.status], ["failed", 400]);
    }
  }
});
