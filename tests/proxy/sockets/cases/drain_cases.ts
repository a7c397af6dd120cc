import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import type { Socket } from "node:net";
import { systemClock, TIMED_OUT, withDeadline } from "../../../../src/clock.ts";
import type { ProxyConfig } from "../../../../src/proxy/config/proxy_config.ts";
import { type StartedProxy, startProxy } from "../../../../src/proxy/start_proxy.ts";
import { rawServer } from "../../transport/support/raw_server.ts";
import { part, type SocketCase, STREAM_HEAD } from "../support/socket_lab.ts";

/** Far more than it takes, and less than the seconds for which `node:http` keeps a connection that nobody uses. */
const MARKER_MS = 2000;

interface Draining {
  readonly proxy: StartedProxy;
  /** The answer that runs. */
  readonly response: Response;
  /** The connection to the upstream. */
  readonly upstream: Socket;
}

/** Starts a proxy, and a stream that has begun. */
async function withStream(
  drain: ProxyConfig["drain"],
  use: (draining: Draining) => Promise<void>,
): Promise<void> {
  let onAsked: (socket: Socket) => void = () => {};
  const asked = new Promise<Socket>((resolve) => onAsked = resolve);
  const server = await rawServer(({ socket }) => onAsked(socket));
  const proxy = await startProxy({
    listen: "127.0.0.1:0",
    providers: { u1: { url: `${server.url}/v1` } },
    models: { m: "u1/m" },
    drain,
  });
  try {
    const body = JSON.stringify({ model: "m", stream: true, messages: [] });
    const response = fetch(`${proxy.url}/v1/chat/completions`, { method: "POST", body });
    const upstream = await asked;
    upstream.write(STREAM_HEAD + part({ content: "abc" }));
    await use({ proxy, response: await response, upstream });
  } finally {
    await proxy.close();
    await server.close();
  }
}

async function soon<T>(promise: Promise<T>): Promise<T> {
  const result = await withDeadline(MARKER_MS, promise);
  if (result === TIMED_OUT) throw new Error("It took too long");
  return result;
}

/** What came of a body, and whether it ended as it should. */
async function read(response: Response): Promise<readonly [text: string, isWhole: boolean]> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const bytes of response.body!) text += decoder.decode(bytes, { stream: true });
    return [text, true];
  } catch {
    return [text, false];
  }
}

/** A proxy that is to stop. */
export const DRAIN_CASES: readonly SocketCase[] = [
  {
    name: "a proxy that drains lets a stream end, and stops when it has",
    run: () =>
      withStream("1m", async ({ proxy, response, upstream }) => {
        // Its connection may be used again when its stream ends, and must not keep the server open.
        const page = read(await fetch(`${proxy.url}/events`));
        let isDrained = false;
        const drained = proxy.drain().then(() => isDrained = true);
        await systemClock.sleep(50);
        assertEquals(isDrained, false);
        upstream.end(part({}, "stop") + "data: [DONE]\n\n");
        const [text, isWhole] = await soon(read(response));
        assertEquals(isWhole, true);
        assertStringIncludes(text, "[DONE]");
        await soon(drained);
        assertEquals((await page)[1], true);
        await assertRejects(() => fetch(`${proxy.url}/readyz`));
      }),
  },
  {
    name:
      "a proxy that drains breaks off by an error event what takes too long, and lets go of its upstream",
    run: () =>
      withStream("100ms", async ({ proxy, response, upstream }) => {
        const closed = new Promise((resolve) => upstream.once("close", resolve));
        const reading = read(response);
        await soon(proxy.drain());
        const [text, isWhole] = await soon(reading);
        assertEquals(isWhole, false);
        assertStringIncludes(text, '"code":"stopped"');
        assertEquals(text.includes("[DONE]"), false);
        await soon(closed);
      }),
  },
];
