import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { MockGPT } from "../../../mock.ts";
import type { Cassette, RecordedRequest } from "../../../mock.ts";
import { ask, ASKS, cassetteOf, exchange } from "./exchanges.ts";

const [PATH, CHAT] = ASKS["openai-chat"];

/** A cassette of one exchange, changed. */
function changed(request: object, response: object): Cassette {
  const { version, exchanges: [first] } = cassetteOf(exchange(CHAT, [{ afterMs: 5, text: "x" }]));
  const { request: asked, response: came } = first!;
  return {
    version,
    exchanges: [{ request: { ...asked, ...request }, response: { ...came, ...response } }],
  };
}

const BAD: readonly { name: string; cassette: Cassette; says: string }[] = [
  {
    name: "a path with a query, which no request has",
    cassette: changed({ path: `${PATH}?a=1` }, {}),
    says: "exchanges[0].request.path' as it must be a path that begins with a slash, without query",
  },
  {
    name: "a body where the status has none",
    cassette: changed({}, { status: 204, pieces: [{ afterMs: 1, text: "x" }] }),
    says: "exchanges[0].response.pieces' as a response with the status 204 has no body",
  },
];

for (const { name, cassette, says } of BAD) {
  Deno.test(`a recording with ${name} is refused`, () => {
    assertThrows(() => new MockGPT({ replay: cassette }), Error, says);
  });
}

Deno.test("a recording without a body is taken where the status has none", async () => {
  const mock = new MockGPT({ replay: changed({}, { status: 204, pieces: [] }) });
  assertEquals((await ask(mock, PATH, CHAT)).status, 204);
});

for (const given of [undefined, Promise.resolve(), { method: "POST" }]) {
  Deno.test(`what normalize() gives must be a request: ${JSON.stringify(given)}`, async () => {
    const cassettes = [cassetteOf(exchange(CHAT, []))];
    const normalize = () => given as unknown as RecordedRequest;
    await assertRejects(
      async () => await ask(new MockGPT({ replay: { cassettes, normalize } }), PATH, CHAT),
      TypeError,
      "'replay.normalize()",
    );
  });
}
