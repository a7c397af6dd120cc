import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import fc from "fast-check";
import { MockGPT } from "../../../mock.ts";
import type { MockGptOptions, ReplayOptions } from "../../../mock.ts";
import { canonicalText } from "../../../src/mock/recording/canonical_text.ts";
import { differences } from "../../../src/mock/recording/differences.ts";
import { ask, ASKS, cassetteOf, exchange } from "./exchanges.ts";

const [CHAT_PATH, CHAT] = ASKS["openai-chat"];
const NONE: ReadonlySet<string> = new Set();

function piece(text: string) {
  return [{ afterMs: 0, text }];
}

async function textsOf(mock: MockGPT, bodies: readonly (object | string)[], testId = "") {
  const texts: string[] = [];
  for (const body of bodies) {
    const path = testId === "" ? CHAT_PATH : `${CHAT_PATH}?testId=${testId}`;
    const response = await ask(mock, path, body);
    const text = await response.text();
    texts.push(response.status === 200 ? text : `${response.status}`);
  }
  return texts;
}

Deno.test("the order of keys does not matter, that of lists does", async () => {
  const recorded = { ...CHAT, metadata: { a: 1, b: [1, 2] } };
  const mock = new MockGPT({ replay: cassetteOf(exchange(recorded, piece("yes"))) });
  const { messages } = CHAT as { messages: unknown };
  const swapped = { metadata: { b: [1, 2], a: 1 }, stream: true, messages, model: "gpt-4o" };
  const other = { ...CHAT, metadata: { a: 1, b: [2, 1] } };
  assertEquals(await textsOf(mock, [swapped, other]), ["yes", "400"]);
});

Deno.test("of two calls at the same time the second gets the recording, if the first uses the rule up", async () => {
  const mock = new MockGPT({
    rules: [{ times: 1, result: "rule" }],
    replay: cassetteOf(exchange(CHAT, piece("recording"))),
  });
  const [first, second] = await Promise.all([textsOf(mock, [CHAT]), textsOf(mock, [CHAT])]);
  assertStringIncludes(first!.join(), "rule");
  assertEquals(second, ["recording"]);
  assertEquals(mock.records.map(({ source }) => source), ["rule", "replay"]);
});

Deno.test("the same request gets the next recording, and then what the policy says", async () => {
  const cassettes = [
    cassetteOf(exchange(CHAT, piece("1")), exchange(CHAT, piece("2"))),
    cassetteOf(exchange(CHAT, piece("3"))),
  ];
  const four = [CHAT, CHAT, CHAT, CHAT];
  const thrown = new MockGPT({ replay: cassettes });
  assertEquals(await textsOf(thrown, four), ["1", "2", "3", "400"]);
  const { error, outcome } = thrown.records.at(-1)!;
  assertEquals([outcome, (error as { code?: string }).code], ["unmatched", "MOCK_EXHAUSTED"]);
  assertStringIncludes(
    String(error),
    "recorded 3 times ('cassettes[0].exchanges[0]', 'cassettes[0].exchanges[1]', 'cassettes[1]",
  );
  const repeated = new MockGPT({ replay: { cassettes, then: "repeat-last" } });
  assertEquals(await textsOf(repeated, four), ["1", "2", "3", "3"]);
  repeated.reset();
  assertEquals(await textsOf(repeated, [CHAT]), ["1"]);
});

Deno.test("each test plays all recordings", async () => {
  const mock = new MockGPT({ replay: cassetteOf(exchange(CHAT, piece("1"))) });
  assertEquals(await textsOf(mock, [CHAT], "a"), ["1"]);
  assertEquals(await textsOf(mock, [CHAT], "b"), ["1"]);
  mock.reset("a");
  assertEquals(await textsOf(mock, [CHAT], "a"), ["1"]);
  assertEquals(await textsOf(mock, [CHAT], "b"), ["400"]);
});

Deno.test("members that are ignored do not count, nor what normalize() makes the same", async () => {
  const body = { ...CHAT, user: "u-1", metadata: { now: 1 } };
  const replay: ReplayOptions = {
    cassettes: [cassetteOf(exchange(body, piece("1")))],
    ignore: ["user", "now"],
    normalize: (request) => ({ ...request, path: request.path.toLowerCase() }),
  };
  const mock = new MockGPT({ replay });
  const response = await ask(mock, "/V1/chat/Completions", {
    ...CHAT,
    user: "u-2",
    metadata: { now: 2 },
  });
  assertEquals(await response.text(), "1");
});

Deno.test("a miss is refused for good and names the nearest recording and the first difference", async () => {
  const near = { ...CHAT, messages: [{ role: "user", content: "Hello" }], temperature: 1 };
  const mock = new MockGPT({
    replay: cassetteOf(
      exchange({ model: "far", messages: [] }),
      exchange(near),
      { ...exchange(CHAT), request: { ...exchange(CHAT).request, path: "/v1/other" } },
    ),
  });
  const response = await ask(mock, CHAT_PATH, { ...CHAT, temperature: 1 });
  assertEquals([response.status, response.headers.get("x-should-retry")], [400, "false"]);
  const { error } = await response.json();
  assertStringIncludes(
    error.message,
    `The nearest recording, 'exchanges[1]', has "Hello" at 'body.messages[0].content', ` +
      `and the request has "Hi"`,
  );
  assertStringIncludes(error.message, "The mock has no rules");
  assertEquals(mock.records.map(({ outcome, retryable }) => [outcome, retryable]), [
    ["unmatched", false],
  ]);
});

Deno.test("a recording of the same endpoint is nearer than one of the same words elsewhere", async () => {
  const elsewhere = { ...exchange(CHAT).request, path: "/v1/other" };
  const mock = new MockGPT({
    replay: cassetteOf({ ...exchange(CHAT), request: elsewhere }, exchange({ a: 1, b: 2, c: 3 })),
  });
  const { error } = await (await ask(mock, CHAT_PATH, CHAT)).json();
  assertStringIncludes(error.message, "'exchanges[1]', has 1 at 'body.a'");
});

Deno.test("a miss says what is missing, and that there are no recordings", async () => {
  const mock = new MockGPT({ replay: cassetteOf(exchange({ ...CHAT, seed: 1 })) });
  const { error } = await (await ask(mock, CHAT_PATH, CHAT)).json();
  assertStringIncludes(error.message, "has 1 at 'body.seed', and the request has nothing");
  const empty = new MockGPT({ replay: [] });
  const miss = await (await ask(empty, CHAT_PATH, CHAT)).json();
  assertStringIncludes(miss.error.message, "There are no recordings");
});

Deno.test("the record of a failure that is replayed says what it asks of the client", async () => {
  const headers = { "retry-after-ms": "250", "x-should-retry": "false" };
  const failures = [
    exchange(CHAT, piece("Busy"), { status: 503 }),
    exchange(CHAT, piece("No"), { status: 429, headers }),
  ];
  const mock = new MockGPT({ replay: cassetteOf(...failures) });
  assertEquals(await textsOf(mock, [CHAT, CHAT]), ["503", "429"]);
  assertEquals(mock.records.map(({ retryable, retryAfterMs }) => [retryable, retryAfterMs]), [
    [true, undefined],
    [false, 250],
  ]);
});

Deno.test("a body that is nested too deeply is compared as a text", async () => {
  const deep = `{"model":"m","x":${"[".repeat(5000)}${"]".repeat(5000)}}`;
  const path = "/v1/other";
  const made = exchange(deep, piece("deep"));
  const mock = new MockGPT({
    replay: cassetteOf({ ...made, request: { ...made.request, path } }),
  });
  assertEquals(await (await ask(mock, path, deep)).text(), "deep");
});

Deno.test("two values of JSON have one canonical text just if nothing differs", () => {
  const values = fc.jsonValue({ maxDepth: 3 });
  fc.assert(fc.property(values, values, (one, other) => {
    const isSame = canonicalText(one, NONE) === canonicalText(other, NONE);
    const [first] = differences(
      JSON.parse(JSON.stringify(one)),
      JSON.parse(JSON.stringify(other)),
      "v",
      NONE,
    );
    assertEquals(first === undefined, isSame);
    const again = JSON.parse(JSON.stringify(one));
    assertEquals([...differences(JSON.parse(JSON.stringify(one)), again, "v", NONE)], []);
  }));
});

const GOOD = exchange(CHAT);

const BAD: readonly { options: unknown; message: string }[] = [
  { options: { replay: 7 }, message: "'options.replay' as it must be an object" },
  { options: { replay: {} }, message: "'options.replay' as it must have a member 'cassettes'" },
  { options: { replay: { exchanges: [] } }, message: "must have a member 'version'" },
  {
    options: { replay: { version: 2, exchanges: [] } },
    message: "'options.replay.version' as it must be one of 1",
  },
  {
    options: { replay: [{ version: 1, exchanges: [GOOD, {}] }] },
    message: "'options.replay[0].exchanges[1]' as it must have a member 'request'",
  },
  {
    options: { replay: cassetteOf({ ...GOOD, request: { ...GOOD.request, path: "v1" } }) },
    message: "'options.replay.exchanges[0].request.path' as it must be a path that begins",
  },
  {
    options: { replay: cassetteOf({ ...GOOD, request: { ...GOOD.request, method: "post" } }) },
    message: "request.method' as it must be a method in capitals",
  },
  {
    options: { replay: cassetteOf(exchange(CHAT, [], { headers: { "a b": "x" } })) },
    message: "response.headers.a b' as it must be a header",
  },
  {
    options: { replay: cassetteOf(exchange(CHAT, [], { headers: { "a": "x\r\ny: z" } })) },
    message: "response.headers.a' as it must be a header",
  },
  {
    options: { replay: cassetteOf(exchange(CHAT, [{ afterMs: 0, base64: "a" }])) },
    message: "response.pieces[0].base64' as it must be base64",
  },
  {
    options: { replay: cassetteOf(exchange(CHAT, [{ afterMs: 0 }] as never)) },
    message: "response.pieces[0]' as it must have a member 'text'",
  },
  {
    options: {
      replay: cassetteOf(exchange(CHAT, [], { end: { afterMs: 0, how: "hang" } as never })),
    },
    message: 'response.end.how\' as it must be one of "close", "reset", "abort"',
  },
  {
    options: {
      replay: cassetteOf(
        exchange(JSON.parse(`${"[".repeat(5000)}${"]".repeat(5000)}`) as object),
      ),
    },
    message: "request.body' as it is nested too deeply",
  },
  {
    options: { replay: { cassettes: [], ignore: [""] } },
    message: "'options.replay.ignore[0]' as it must be a text that is not empty",
  },
  {
    options: { replay: { cassettes: [], then: "cycle" } },
    message: "'options.replay.then' as it must be one of",
  },
  { options: { forward: {} }, message: "'options.forward' as it must have a member 'to'" },
  { options: { forward: { to: "x" } }, message: "'options.forward.to' as it must be the address" },
  {
    options: { forward: { to: "https://user:pass@x.example" } },
    message: "'options.forward.to' as it must be the address",
  },
  {
    options: { forward: { to: { openai: "https://x.example/v1beta" } } },
    message: "'options.forward.to.openai' as it must end before '/v1beta'",
  },
  {
    options: { forward: { to: { opnai: "https://x.example" } } },
    message: "'options.forward.to.opnai' as there is no such member, did you mean 'openai'",
  },
  {
    options: { forward: { to: "https://x.example", redact: { header: [] } } },
    message: "'options.forward.redact.header' as there is no such member, did you mean 'headers'",
  },
];

Deno.test.each([...BAD])("MockGPT() refuses $message", ({ options, message }) => {
  assertThrows(() => new MockGPT(options as MockGptOptions), TypeError, message);
});

Deno.test("MockGPT() refuses numbers of recordings that are out of range", () => {
  const replays = [
    cassetteOf(exchange(CHAT, [], { status: 101 })),
    cassetteOf(exchange(CHAT, [], { afterMs: -1 })),
    { cassettes: [], speed: -1 },
  ];
  for (const replay of replays) {
    assertThrows(() => new MockGPT({ replay }), RangeError, "'options.replay");
  }
});
