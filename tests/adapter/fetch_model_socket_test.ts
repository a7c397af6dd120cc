import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import type { ServerResponse } from "node:http";
import { fetchModel } from "../../src/adapter/fetch_model.ts";
import { ModelError } from "../../src/errors.ts";
import { assemble } from "../../src/turn/assemble.ts";
import type { Model, StreamOptions } from "../../src/turn/request.ts";
import type { Wire } from "../../src/wire/wire.ts";
import { encodeTurn } from "../support/bodies.ts";
import { text } from "../support/events.ts";
import { ALL_WIRES, TURN } from "./fake_fetch.ts";
import { loopback } from "./loopback.ts";
import { PLAIN } from "./requests/sample_request.ts";

const WIRE = ALL_WIRES[0]!;

function modelOf(baseUrl: string, wire: Wire = WIRE): Model {
  return fetchModel({ wire: wire.id, baseUrl, model: "m" });
}

function begin(response: ServerResponse, wire: Wire = WIRE): ServerResponse {
  response.writeHead(200, { "content-type": wire.contentType });
  return response;
}

const byWire = ALL_WIRES.map((wire) => ({ id: wire.id, wire }));

Deno.test.each(byWire)("fetchModel() reads a whole turn from a socket on $id", async ({ wire }) => {
  await using server = await loopback((response) => {
    begin(response, wire).end(encodeTurn(wire, TURN));
  });
  assertEquals((await assemble(modelOf(server.baseUrl, wire).stream(PLAIN))).text, "Hello, world");
  await server.allReleased();
});

Deno.test.each(byWire.filter(({ wire }) => wire.endsAt === "marker"))(
  "fetchModel() ends at the marker although the socket stays open, on $id",
  async ({ wire }) => {
    await using server = await loopback((response) => {
      begin(response, wire).write(encodeTurn(wire, TURN));
    });
    const turn = await assemble(modelOf(server.baseUrl, wire).stream(PLAIN));
    assertEquals(turn.text, "Hello, world");
    await server.allReleased();
  },
);

Deno.test.each(byWire)(
  "fetchModel() takes a clean cut for an incomplete turn on $id",
  async ({ wire }) => {
    await using server = await loopback((response) => {
      begin(response, wire).end(encodeTurn(wire, [text("Hello")]));
    });
    const error = await assertRejects(
      () => assemble(modelOf(server.baseUrl, wire).stream(PLAIN)),
      ModelError,
    );
    assertEquals(error.code, "INCOMPLETE");
    await server.allReleased();
  },
);

Deno.test.each([
  { name: "before the headers", fail: (response: ServerResponse) => response.destroy() },
  {
    name: "within the body",
    fail: (response: ServerResponse) =>
      begin(response).write(encodeTurn(WIRE, [text("Hello")]), () => response.destroy()),
  },
])("fetchModel() calls a reset $name a NETWORK failure", async ({ fail }) => {
  await using server = await loopback((response) => void fail(response));
  const error = await assertRejects(
    () => assemble(modelOf(server.baseUrl).stream(PLAIN)),
    ModelError,
  );
  assertEquals(error.code, "NETWORK");
  assertEquals(error.cause instanceof Error, true);
});

Deno.test("fetchModel() calls a refused connection a NETWORK failure", async () => {
  const server = await loopback(() => {});
  await server[Symbol.asyncDispose]();
  const stream = modelOf(server.baseUrl).stream(PLAIN);
  assertEquals((await assertRejects(() => assemble(stream), ModelError)).code, "NETWORK");
});

Deno.test("fetchModel() releases the response of a failure and of a redirect", async () => {
  await using server = await loopback((response) => {
    response.writeHead(302, { location: "/elsewhere" });
    response.write("x".repeat(20_000));
  });
  const stream = modelOf(server.baseUrl).stream(PLAIN);
  assertEquals((await assertRejects(() => assemble(stream), ModelError)).status, 302);
  await server.allReleased();
  assertEquals(server.requests(), 1);
});

/** How a turn is abandoned. */
interface Way {
  /** After how many events. */
  readonly after: number;
  /** By leaving, by failing, by an abort, or by an abort while a read is pending. */
  readonly by: "break" | "throw" | "abort" | "abort stalled" | "return stalled";
}

const WAYS: fc.Arbitrary<Way> = fc.record({
  after: fc.nat(3),
  by: fc.constantFrom("break", "throw", "abort", "abort stalled", "return stalled"),
});

async function abandon(model: Model, { after, by }: Way): Promise<void> {
  const controller = new AbortController();
  const options: StreamOptions = { signal: controller.signal };
  const events = model.stream(PLAIN, options)[Symbol.asyncIterator]();
  for (let taken = 0; taken < after; taken++) await events.next();
  const pending = by.endsWith("stalled") ? events.next() : undefined;
  // Lets the request, or the read, get under way.
  if (pending) await new Promise((resolve) => setTimeout(resolve, 0));
  if (by.startsWith("abort")) {
    controller.abort();
    const next = pending ?? events.next();
    assertStrictEquals(await assertRejects(() => next), controller.signal.reason);
  } else if (by === "throw") {
    const mine = new Error("mine");
    assertStrictEquals(await assertRejects(() => events.throw!(mine)), mine);
  } else {
    await events.return!();
    await pending;
  }
}

Deno.test("fetchModel() leaves no response open after 200 turns abandoned at any point", async () => {
  await using server = await loopback((response) => {
    // Three events, each in its own write, and then nothing more.
    begin(response);
    for (const piece of ["a", "b", "c"]) response.write(encodeTurn(WIRE, [text(piece)]));
  });
  const model = modelOf(server.baseUrl);
  const ways = fc.sample(WAYS, { numRuns: 200, seed: 2026 });
  for (let start = 0; start < ways.length; start += 20) {
    await Promise.all(ways.slice(start, start + 20).map((way) => abandonStalled(model, way)));
  }
  await server.allReleased();
});

/** A pending read stalls only once the three events are taken. */
function abandonStalled(model: Model, way: Way): Promise<void> {
  const isStalled = way.by.endsWith("stalled") && way.after > 0;
  return abandon(model, isStalled ? { ...way, after: 3 } : way);
}
