/**
 * The proxy as a program, in processes of its own.
 *
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { TextLineStream } from "@std/streams";
import { fileURLToPath } from "node:url";
import { TIMED_OUT, withDeadline } from "../../src/clock.ts";

const PROGRAM = fileURLToPath(new URL("../../proxy.ts", import.meta.url));

/** Waits, but not for ever. */
async function soon<T>(promise: Promise<T>): Promise<T> {
  const result = await withDeadline(60_000, promise);
  if (result === TIMED_OUT) throw new Error("It took too long");
  return result;
}

/** A program that runs. */
class Program {
  readonly #child: Deno.ChildProcess;
  readonly #lines: string[] = [];
  #onLine: () => void = () => {};
  readonly #left = new AbortController();
  readonly #reading: Promise<unknown>;

  constructor(args: readonly string[], env: Record<string, string> = {}) {
    this.#child = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-lock", "--quiet", ...args],
      env,
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#reading = Promise.all([
      this.#read(this.#child.stderr, "err "),
      this.#read(this.#child.stdout, "out "),
    ]);
  }

  async #read(stream: ReadableStream<Uint8Array<ArrayBuffer>>, prefix: string): Promise<void> {
    const lines = new WritableStream<string>({
      write: (line) => {
        this.#lines.push(prefix + line);
        this.#onLine();
      },
    });
    const { signal } = this.#left;
    await stream.pipeThrough(new TextDecoderStream(), { signal }).pipeThrough(new TextLineStream())
      .pipeTo(lines).catch((error) => {
        if (!signal.aborted) throw error;
      });
  }

  /** Waits for a line. */
  async line(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = this.#lines.find((line) => pattern.test(line));
      if (found !== undefined) return found;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#onLine = resolve;
      try {
        await soon(promise);
      } catch (cause) {
        throw new Error(`No line like ${pattern}:\n${this.#lines.join("\n")}`, { cause });
      }
    }
  }

  /** Its address, which the first line of its standard error tells. */
  async url(): Promise<string> {
    await this.line(/^err /);
    const [first] = this.#lines.filter((line) => line.startsWith("err "));
    const { event, url } = JSON.parse(first!.slice("err ".length));
    assertEquals(event, "listening");
    return url;
  }

  signal(signal: Deno.Signal): void {
    this.#child.kill(signal);
  }

  /** Reads no more of what it writes. */
  async leave(): Promise<void> {
    this.#left.abort();
    await this.#reading;
  }

  /** Its exit code, once it has ended. */
  async code(): Promise<number> {
    const { code } = await soon(this.#child.status);
    await this.#reading;
    return code;
  }
}

/** A provider that begins an answer and never ends it. */
function endlessProvider(): {
  readonly url: string;
  readonly headers: Headers[];
  close(): Promise<void>;
} {
  const headers: Headers[] = [];
  const event = { choices: [{ index: 0, delta: { content: "Hi" }, finish_reason: null }] };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    headers.push(request.headers);
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`));
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  });
  const url = `http://127.0.0.1:${server.addr.port}/v1`;
  return { url, headers, close: () => server.shutdown() };
}

function askFor(url: string, headers: Record<string, string> = {}): Promise<Response> {
  const body = JSON.stringify({ model: "m", stream: true, messages: [] });
  return soon(fetch(`${url}/v1/chat/completions`, { method: "POST", headers, body }));
}

Deno.test("the demonstration shows failures, rests and who helps out, and ends by a signal", async () => {
  const program = new Program([PROGRAM, "--demo", "--port", "0"]);
  const url = await program.url();
  assertStringIncludes(await program.line(/The same as a page/), `${url}/`);
  await program.line(/→ flaky\/demo-large 200, /);
  await program.line(/flaky\/demo-large failed after/);
  await program.line(/provider:flaky rests ~2s \(level 1\)/);
  await program.line(/→ spare\/demo-small 200, .*2 attempts/);
  await program.line(/rests ~\ds — skipping/);
  const page = await fetch(`${url}/`);
  assertStringIncludes(await page.text(), "<h1>Backoff proxy</h1>");
  program.signal("SIGTERM");
  assertEquals(await program.code(), 0);
});

Deno.test("SIGTERM lets what runs end for as long as it may, and the program ends with 0", async () => {
  const provider = endlessProvider();
  const config = await Deno.makeTempFile({ suffix: ".jsonc" });
  const providers = { p: { url: provider.url } };
  await Deno.writeTextFile(
    config,
    JSON.stringify({ providers, models: { m: "p/m" }, drain: "300ms" }),
  );
  const program = new Program([PROGRAM, "--config", config, "--port", "0", "--log", "json"]);
  const response = await askFor(await program.url());
  program.signal("SIGTERM");
  let text = "";
  let isWhole = false;
  try {
    for await (const bytes of response.body!) text += new TextDecoder().decode(bytes);
    isWhole = true;
  } catch {
    // Broken off, as it must be.
  }
  assertEquals(isWhole, false);
  assertStringIncludes(text, '"code":"stopped"');
  assertEquals(await program.code(), 0);
  await program.line(/"event":"draining","inFlight":1/);
  await program.line(/"event":"stopped"/);
  await provider.close();
  await Deno.remove(config);
});

Deno.test("a second signal stops at once", async () => {
  const provider = endlessProvider();
  const program = new Program([PROGRAM, "--upstream", provider.url, "--port", "0"]);
  const response = await askFor(await program.url());
  program.signal("SIGINT");
  await program.line(/stopping: 1 request runs/);
  program.signal("SIGINT");
  // Without it, it would take 30 seconds: the stream never ends by itself.
  assertEquals(await program.code(), 0);
  await response.body?.cancel().catch(() => {});
  await provider.close();
});

Deno.test("OpenTelemetry is Deno's own: spans of requests are sent, and traceparent is passed on", async () => {
  const paths: string[] = [];
  const { promise: traced, resolve } = Promise.withResolvers<void>();
  const collector = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    async (request) => {
      paths.push(new URL(request.url).pathname);
      await request.arrayBuffer();
      if (paths.includes("/v1/traces")) resolve();
      return new Response();
    },
  );
  const provider = endlessProvider();
  const program = new Program([PROGRAM, "--upstream", provider.url, "--port", "0"], {
    OTEL_DENO: "true",
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.addr.port}`,
    OTEL_BSP_SCHEDULE_DELAY: "100",
  });
  const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
  const url = await program.url();
  const response = await askFor(url, { traceparent: `00-${trace}-00f067aa0ba902b7-01` });
  await response.body!.cancel();
  assertStringIncludes(provider.headers[0]!.get("traceparent") ?? "", trace);
  await soon(traced);
  program.signal("SIGTERM");
  assertEquals(await program.code(), 0);
  assert(paths.includes("/v1/traces"));
  await provider.close();
  await collector.shutdown();
});

Deno.test("the proxy serves on when nobody reads its log any more", async () => {
  const provider = endlessProvider();
  const program = new Program([PROGRAM, "--upstream", provider.url, "--port", "0"]);
  const url = await program.url();
  await program.leave();
  for (let nth = 0; nth < 3; nth++) {
    const response = await askFor(url);
    assertEquals(response.status, 200);
    await response.body!.cancel();
  }
  program.signal("SIGTERM");
  assertEquals(await program.code(), 0);
  await provider.close();
});

for (const entry of ["proxy.ts", "mock.ts", "testing.ts"]) {
  Deno.test(`${entry} --help ends well when its reader is gone`, async () => {
    const file = fileURLToPath(new URL(`../../${entry}`, import.meta.url));
    const program = new Program([file, "--help"]);
    await program.leave();
    assertEquals(await program.code(), 0);
  });
}
