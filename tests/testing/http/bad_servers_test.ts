import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { httpConformance, runContract } from "../../../testing.ts";
import type { HttpConformanceOptions } from "../../../testing.ts";
import { conformingMock, optionsFor } from "./support.ts";

const STREAMED = "content: a stream says that it is one, in UTF-8";
const LEAVES = "life: a client that leaves frees the server";

/** What one case says of a server. */
async function saidOf(name: string, more: Partial<HttpConformanceOptions>): Promise<string> {
  const options = { ...optionsFor("openai-chat", "http://mock"), ...more };
  const { results } = await runContract(httpConformance(options), {
    filter: (one) => one.name === name,
  });
  assertEquals(results.map(({ verdict }) => verdict), ["failed"]);
  return results[0]?.message ?? "";
}

/** A server whose answers have no end, and wait for nobody. */
function endless(onChunk: () => void): typeof fetch {
  const chunk = new Uint8Array(65_536).fill(0x20);
  return () => {
    const body = new ReadableStream({
      pull(controller) {
        onChunk();
        controller.enqueue(chunk);
      },
    });
    return Promise.resolve(new Response(body, { headers: { "content-type": "text/plain" } }));
  };
}

Deno.test("an answer without end fails its case after a bounded size, and is read no further", async () => {
  let chunks = 0;
  const said = await saidOf(STREAMED, { fetch: endless(() => chunks++) });
  assertMatch(
    said,
    /^Expected the answer to the prompt 'text', streamed, to end, but it had not after 16842752 bytes in 257 pieces$/,
  );
  const read = chunks;
  await new Promise((resolve) => setTimeout(resolve));
  assertEquals([chunks, read < 300], [read, true]);
});

Deno.test("why a request failed is said, and not only that it did", async () => {
  const refused = new TypeError("fetch failed", {
    cause: new Error("connect ECONNREFUSED 127.0.0.1:4010"),
  });
  const said = await saidOf(STREAMED, { fetch: () => Promise.reject(refused) });
  assertStringIncludes(
    said,
    "it failed with TypeError: fetch failed (Error: connect ECONNREFUSED 127.0.0.1:4010)",
  );
});

Deno.test("a fetch that gives no response, or throws at once, fails its case with a sentence", async () => {
  for (const odd of [undefined, null, 7, {}, { body: 7, status: 200, headers: {} }]) {
    const said = await saidOf(STREAMED, { fetch: () => Promise.resolve(odd as never) });
    assertStringIncludes(said, "to be answered with a Response, but fetch() gave ");
  }
  const throws = () => {
    throw new Error("No socket is left");
  };
  assertStringIncludes(await saidOf(STREAMED, { fetch: throws }), "Error: No socket is left");
});

Deno.test("an inFlight() that throws, or gives no count, fails its case with a sentence", async () => {
  const { fetch } = conformingMock();
  const throws = () => Promise.reject(new Error("No metrics here"));
  assertEquals(
    await saidOf(LEAVES, { fetch, inFlight: throws }),
    "Expected inFlight() to give how many requests the server is answering, " +
      "but it threw Error: No metrics here",
  );
  for (const [odd, shown] of [["0", '"0"'], [NaN, "NaN"], [undefined, "undefined"], [-1, "-1"]]) {
    assertEquals(
      await saidOf(LEAVES, { fetch, inFlight: () => odd as never }),
      "Expected inFlight() to give how many requests the server is answering, " +
        `but it gave ${shown}`,
    );
  }
  const never = () => new Promise<number>(() => {});
  assertEquals(
    await saidOf(LEAVES, { fetch, inFlight: never, timeoutMs: 2000 }),
    "Expected inFlight() to be 0 after 10 clients left, but it did not answer",
  );
});

Deno.test("a failure that nobody foresaw is told with the call before it", async () => {
  const headers = {
    get(): string {
      throw new Error("No headers");
    },
  };
  const odd = () => Promise.resolve({ status: 200, headers, body: null } as never);
  assertEquals(
    await saidOf(STREAMED, { fetch: odd }),
    "Expected answers that the case can judge, but after the body of the answer to " +
      "the prompt 'text', streamed, it failed with Error: No headers",
  );
});
