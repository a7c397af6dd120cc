import { connect } from "node:net";
import { assertEquals } from "@std/assert";
import { TIMED_OUT, withDeadline } from "../../../src/clock.ts";
import { MockGPT } from "../../../mock.ts";

const BODY = JSON.stringify({
  model: "m",
  stream: true,
  messages: [{ role: "user", content: "hi" }],
});

const HEAD = [
  "POST /v1/chat/completions HTTP/1.1",
  "host: mock",
  "connection: close",
  `content-length: ${BODY.length}`,
].join("\r\n");

/** The chunks of a response as HTTP/1.1 carries them; clients read several at once. */
async function chunksFrom(port: number): Promise<readonly string[]> {
  const received = new Promise<string>((resolve, reject) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(`${HEAD}\r\n\r\n${BODY}`));
    socket.setEncoding("latin1");
    socket.on("data", (data) => text += data);
    socket.on("close", () => resolve(text));
    socket.on("error", reject);
  });
  const text = await withDeadline(10_000, received);
  if (text === TIMED_OUT) throw new Error("The response has no end");
  let rest = text.slice(text.indexOf("\r\n\r\n") + 4);
  const chunks: string[] = [];
  for (;;) {
    const start = rest.indexOf("\r\n") + 2;
    const size = parseInt(rest, 16);
    if (size === 0) return chunks;
    chunks.push(rest.slice(start, start + size));
    rest = rest.slice(start + size + 2);
  }
}

for (const packetBytes of [1, 7, 5000]) {
  Deno.test(`packets of ${packetBytes} bytes leave a port one by one`, async () => {
    const rule = { result: "状态 one two three", delivery: { spelling: { packetBytes } } };
    const mock = new MockGPT({ rules: [rule] });
    await using server = await mock.serve();
    const chunks = await chunksFrom(Number(new URL(server.url).port));
    const sizes = chunks.map(({ length }) => length);
    const bytes = mock.records[0]!.bytes;
    const full = Math.floor(bytes / packetBytes);
    const rest = bytes % packetBytes;
    assertEquals(sizes, [...Array(full).fill(packetBytes), ...(rest > 0 ? [rest] : [])]);
  });
}

Deno.test("packets of a response that a rule describes leave a port one by one", async () => {
  const mock = new MockGPT({ rules: [{ response: { body: "one two three" } }] });
  mock.injectNext({ delivery: { spelling: { packetBytes: 5 } } });
  await using server = await mock.serve();
  const chunks = await chunksFrom(Number(new URL(server.url).port));
  assertEquals(chunks, ["one t", "wo th", "ree"]);
});

Deno.test("packets leave a port one by one also where the first is waited for", async () => {
  const delivery = { spelling: { packetBytes: 7 }, timing: { frameMs: 40 } };
  const mock = new MockGPT({ rules: [{ result: "one two", delivery }] });
  await using server = await mock.serve();
  const chunks = await chunksFrom(Number(new URL(server.url).port));
  assertEquals(chunks.filter(({ length }) => length > 7), []);
});

Deno.test("a client that leaves between packets on a port is seen", async () => {
  const rule = { result: "one ".repeat(100_000), delivery: { spelling: { packetBytes: 3 } } };
  const mock = new MockGPT({ rules: [rule] });
  await using server = await mock.serve();
  const init = { method: "POST", body: BODY };
  const response = await fetch(`${server.url}/v1/chat/completions`, init);
  const reader = response.body!.getReader();
  await reader.read();
  await reader.cancel();
  const ended = async (): Promise<void> => {
    while (mock.records[0]!.endedMs === undefined) await new Promise((r) => setTimeout(r, 5));
  };
  assertEquals(await withDeadline(10_000, ended()) === TIMED_OUT, false);
  assertEquals(mock.records[0]!.outcome, "aborted");
});
