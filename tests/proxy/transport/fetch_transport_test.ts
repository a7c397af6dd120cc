import { assertEquals } from "@std/assert";
import { toBytes } from "../../../src/bytes.ts";
import { fetchError } from "../../../src/proxy/transport/fetch_error.ts";
import { type Fetch, fetchTransport } from "../../../src/proxy/transport/fetch_transport.ts";
import { ask, codeOf, reasonOf, textOf } from "./support/transport_case.ts";

const URL_ASKED = "http://upstream.example/v1";

/** A fetch that looks at no signal, and what becomes of it. */
function deafFetch(): {
  readonly fetch: Fetch;
  readonly cancelled: Promise<void>;
  answer(): void;
  signal(): AbortSignal;
} {
  let cancel = () => {};
  const cancelled = new Promise<void>((resolve) => cancel = resolve);
  let resolve = (_: Response) => {};
  let signal = new AbortController().signal;
  return {
    cancelled,
    fetch: (_, init) => {
      signal = init.signal!;
      return new Promise((answer) => resolve = answer);
    },
    answer: () => resolve(new Response(new ReadableStream({ cancel }))),
    signal: () => signal,
  };
}

Deno.test("fetchTransport() gives up a fetch that looks at no signal, and cancels its late answer", async () => {
  const deaf = deafFetch();
  const stop = new AbortController();
  const reason = reasonOf(ask(fetchTransport(deaf.fetch), URL_ASKED, { signal: stop.signal }));
  stop.abort("Enough");
  assertEquals(await reason, "Enough");
  deaf.answer();
  await deaf.cancelled;
});

Deno.test("fetchTransport() cancels the body and aborts the fetch when its answer is cancelled", async () => {
  const deaf = deafFetch();
  const coming = ask(fetchTransport(deaf.fetch), URL_ASKED);
  deaf.answer();
  const { body } = await coming;
  const pending = codeOf(body.read());
  body.cancel();
  await deaf.cancelled;
  assertEquals([await pending, deaf.signal().aborted], ["network", true]);
});

Deno.test("fetchTransport() skips empty chunks, and refuses what are no bytes", async () => {
  const bodyOf = async (...chunks: readonly unknown[]) => {
    const stream = ReadableStream.from(chunks) as ReadableStream<Uint8Array<ArrayBuffer>>;
    const transport = fetchTransport(() => Promise.resolve(new Response(stream)));
    return (await ask(transport, URL_ASKED)).body;
  };
  assertEquals(await textOf(await bodyOf(toBytes("a"), toBytes(""), toBytes("b"))), "ab");
  assertEquals(await codeOf(textOf(await bodyOf("text"))), "network");
});

Deno.test("fetchTransport() reads an answer without a body", async () => {
  const transport = fetchTransport(() => Promise.resolve(new Response(null, { status: 204 })));
  const { body } = await ask(transport, URL_ASKED);
  body.cancel();
  assertEquals(await body.read(), null);
});

Deno.test("fetchTransport() tells of a fetch that throws", async () => {
  const transport = fetchTransport(() => {
    throw new TypeError("No");
  });
  assertEquals(await codeOf(ask(transport, URL_ASKED)), "network");
});

/** What the fetches of the runtimes throw. */
const THROWN: readonly (readonly [error: Error, code: string])[] = [
  [new TypeError("fetch failed", { cause: withCode("ECONNREFUSED") }), "connect"],
  [new TypeError("fetch failed", { cause: withCode("ENOTFOUND") }), "connect"],
  [new TypeError("fetch failed", { cause: withCode("ERR_SSL_WRONG_VERSION_NUMBER") }), "connect"],
  [new TypeError("fetch failed", { cause: withCode("DEPTH_ZERO_SELF_SIGNED_CERT") }), "connect"],
  [
    new TypeError("fetch failed", { cause: withCode("UND_ERR_CONNECT_TIMEOUT") }),
    "connect_timeout",
  ],
  [new TypeError("fetch failed", { cause: withCode("HPE_INVALID_CONSTANT") }), "protocol"],
  [new TypeError("fetch failed", { cause: withCode("UND_ERR_HEADERS_OVERFLOW") }), "protocol"],
  [new TypeError("fetch failed", { cause: withCode("UND_ERR_SOCKET") }), "network"],
  [withCode("ConnectionRefused"), "connect"],
  [
    new TypeError("fetch failed", { cause: new Error("x: client error (Connect): dns error") }),
    "connect",
  ],
  [new TypeError("error sending request"), "network"],
];

function withCode(code: string): Error {
  return Object.assign(new Error("Oh"), { code });
}

Deno.test("fetchError() tells what went wrong as far as the runtime does, and names no path", () => {
  for (const [error, code] of THROWN) {
    const { code: told, message } = fetchError(error, "upstream.example");
    assertEquals(told, code, String((error.cause as { code?: unknown })?.code));
    assertEquals(message.endsWith("'upstream.example'"), true);
  }
});
