import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { MockGPT, snapshotRequest } from "../../../mock.ts";
import type { MockGptOptions, ModelRequestInit } from "../../../mock.ts";

const rule = (more: object): object => ({ rules: [{ result: "x", ...more }] });

/** What has no members of its own would be passed over as an empty object. */
const NO_OBJECTS: readonly { options: unknown; path: string }[] = [
  { options: new Map([["rules", []]]), path: "options" },
  {
    options: rule({ headers: new Headers({ "x-tenant": "a" }) }),
    path: "options.rules[0].headers",
  },
  { options: rule({ toolResult: new Map() }), path: "options.rules[0].toolResult" },
  {
    options: { rules: [{ response: { headers: new Headers() } }] },
    path: "options.rules[0].response.headers",
  },
  {
    options: { rules: [{ response: { body: new Uint8Array(2) } }] },
    path: "options.rules[0].response.body",
  },
  {
    options: { rules: [{ response: { body: { at: new Date() } } }] },
    path: "options.rules[0].response.body.at",
  },
  {
    options: { rules: [{ result: { toolCalls: [{ name: "f", arguments: new Map() }] } }] },
    path: "options.rules[0].result.toolCalls[0].arguments",
  },
  { options: { chaos: { onCall: new Map() } }, path: "options.chaos.onCall" },
  { options: { forward: { to: new URL("http://127.0.0.1:1") } }, path: "options.forward.to" },
  { options: { delivery: new Set() }, path: "options.delivery" },
  { options: { clock: null }, path: "options.clock.now" },
];

for (const { options, path } of NO_OBJECTS) {
  Deno.test(`'${path}' is refused where it is an object of another kind`, () => {
    const make = () => new MockGPT(options as MockGptOptions);
    assertThrows(make, TypeError, `Cannot use '${path}' as it must be `);
  });
}

Deno.test("an address to forward to must be there", () => {
  const make = () => new MockGPT({ forward: { to: {} } });
  assertThrows(make, TypeError, "'options.forward.to' as it must have an address");
});

Deno.test("objects of a user's own classes, and of no class, are as good as plain ones", async () => {
  class OwnRule {
    result = "own";
  }
  const bare = Object.assign(Object.create(null), { prompt: "bare", result: "bare" });
  const mock = new MockGPT({ rules: [bare, new OwnRule()] });
  const ask = async (content: string) =>
    (await mock.generate({ model: "m", messages: [{ role: "user", content }] })).content;
  assertEquals([await ask("bare"), await ask("x")], ["bare", "own"]);
});

/** Who maps over a list passes over what is not there. */
const SPARSE: readonly { options: unknown; path: string }[] = [
  { options: { rules: new Array(2) }, path: "options.rules[0]" },
  { options: rule({ result: { toolCalls: new Array(1) } }), path: "toolCalls[0]" },
  {
    options: { rules: [{ frames: ["{}"].concat(new Array(1)) }] },
    path: "options.rules[0].frames[1]",
  },
  { options: { rules: [{ sequence: new Array(1) }] }, path: "options.rules[0].sequence[0]" },
  { options: { chaos: { faults: new Array(1) } }, path: "options.chaos.faults[0]" },
  { options: { delivery: { faults: new Array(1) } }, path: "options.delivery.faults[0]" },
  { options: { rules: [{ embedding: new Array(1) }] }, path: "options.rules[0].embedding[0]" },
];

for (const { options, path } of SPARSE) {
  Deno.test(`a list with a place that is empty is refused: ${path}`, () => {
    assertThrows(() => new MockGPT(options as MockGptOptions), TypeError, path);
  });
}

Deno.test("a request with a place that is empty is refused", () => {
  const init = { model: "m", messages: new Array(1) } as unknown as ModelRequestInit;
  assertThrows(() => snapshotRequest(init), TypeError, "'request.messages[0]'");
});

for (const number of [Infinity, -Infinity]) {
  Deno.test(`a vector with ${number}, which JSON cannot say, is refused`, () => {
    const make = () => new MockGPT({ rules: [{ embedding: [0, number] }] });
    assertThrows(make, RangeError, "'options.rules[0].embedding[1]'");
  });
}

Deno.test("a generator whose result is an object of another kind is told of", async () => {
  const mock = new MockGPT({ rules: [{ generator: () => new Map() as never }] });
  const ask = () => mock.generate({ model: "m", messages: [{ role: "user", content: "x" }] });
  await assertRejects(ask, TypeError, "'generator()'");
});
