/**
 * Counts what a client's socket receives before each fault of a mock on a port: exactly what was asked for, in
 * every runtime.
 */
import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { MockGPT } from "@wholeturn/wholeturn/mock";

const CONTENT = "服务在线 🙂 and so on. ".repeat(300);
const ASK = JSON.stringify({
  model: "demo",
  messages: [{ role: "user", content: "状态" }],
  stream: true,
});

/** A mock whose first answer is always the same, to the byte. */
function newMock(reply) {
  const clock = {
    now: () => 1_700_000_000_000,
    sleep: (ms, signal) => sleep(ms, undefined, { signal }),
  };
  return new MockGPT({ clock, rules: [{ result: CONTENT, ...reply }] });
}

async function wholeBody() {
  const response = await newMock().fetch("http://mock/v1/chat/completions", {
    method: "POST",
    body: ASK,
  });
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * Reads a raw answer until the connection ends, the body is over, or nothing comes for so long that it must
 * hang.
 */
function rawAnswer(url, { silenceMs = 30_000 } = {}) {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    const chunks = [];
    let timer;
    const end = (how) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ how, ...bodyOf(Buffer.concat(chunks)) });
    };
    const arm = () => {
      clearTimeout(timer);
      timer = setTimeout(() => end("hang"), silenceMs);
    };
    socket.on("connect", () => {
      const bytes = Buffer.from(ASK);
      const head = "POST /v1/chat/completions HTTP/1.1\r\nhost: mock\r\ncontent-length: ";
      socket.write(Buffer.concat([Buffer.from(`${head}${bytes.length}\r\n\r\n`), bytes]));
    });
    socket.on("data", (chunk) => {
      chunks.push(chunk);
      if (bodyOf(Buffer.concat(chunks)).isOver) end("close");
      else arm();
    });
    socket.on("error", () => end("reset"));
    socket.on("end", () => end("reset"));
  });
}

/** Takes a chunked body out of an answer, as far as it goes. */
function bodyOf(bytes) {
  const headEnd = bytes.indexOf("\r\n\r\n");
  const parts = [];
  let at = headEnd + 4;
  while (headEnd >= 0 && at < bytes.length) {
    const lineEnd = bytes.indexOf("\r\n", at);
    const size = parseInt(bytes.toString("latin1", at, lineEnd), 16);
    if (size === 0) return { head: headEnd, isOver: true, body: Buffer.concat(parts) };
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
  return { head: headEnd, isOver: false, body: Buffer.concat(parts) };
}

async function served(reply, ask) {
  const mock = newMock(reply);
  const server = await mock.serve();
  try {
    return await ask(server.url, mock);
  } finally {
    await server.close();
  }
}

/** Waits for the end of the only record, which with a hang comes when the client was seen to leave. */
async function endedRecord(mock) {
  while (mock.records[0].endedMs === undefined) await sleep(5);
  return mock.records[0];
}

/** Where frames end, in bytes. */
function frameEnds(bytes) {
  const ends = [0];
  for (let at = 1; at < bytes.length; at++) {
    if (bytes[at] === 10 && bytes[at - 1] === 10) ends.push(at + 1);
  }
  return ends;
}

const WHOLE = await wholeBody();
const ENDS = frameEnds(WHOLE);

for (const kind of ["close", "reset", "hang"]) {
  test(`a ${kind} on a port comes after exactly the frames and bytes that were asked for`, async () => {
    const frames = [0, 1, 7, ENDS.length - 2].map((n) => [{ afterFrames: n }, ENDS[n]]);
    const bytes = [1, 299, 66_000, WHOLE.length - 1].map((n) => [{ afterBytes: n }, n]);
    for (const [position, length] of [...frames, ...bytes]) {
      const faults = [{ kind, ...position }];
      await served({ delivery: { faults } }, async (url, mock) => {
        const { how, body } = await rawAnswer(url, kind === "hang" ? { silenceMs: 300 } : {});
        assert.equal(how, kind, JSON.stringify(position));
        assert.equal(body.length, length, JSON.stringify(position));
        assert.deepEqual(new Uint8Array(body), WHOLE.slice(0, length));
        const record = await endedRecord(mock);
        assert.deepEqual([record.outcome, record.bytes], ["fault", length]);
      });
    }
  });
}

test("without a fault, a port gives what a fetch in process gives", async () => {
  await served({}, async (url, mock) => {
    const { how, body } = await rawAnswer(url);
    assert.equal(how, "close");
    assert.deepEqual(new Uint8Array(body), WHOLE);
    assert.deepEqual([mock.records[0].outcome, mock.records[0].bytes], ["served", WHOLE.length]);
  });
});

test("a reset at a time comes after what is due before it", async () => {
  const timing = { recordedMs: [0, 0, 30, 1000] };
  const faults = [{ kind: "reset", afterMs: 200 }];
  // The clock stands still, so that the time is made of the waits alone.
  await served({ delivery: { timing, faults } }, async (url) => {
    const { how, body } = await rawAnswer(url);
    assert.deepEqual([how, body.length], ["reset", ENDS[3]]);
  });
});

test("an error frame on a port comes after what was asked for, and ends the body", async () => {
  const faults = [{ kind: "error-frame", afterFrames: 5 }];
  await served({ delivery: { faults } }, async (url) => {
    const { how, body } = await rawAnswer(url);
    assert.equal(how, "close");
    assert.deepEqual(new Uint8Array(body.subarray(0, ENDS[5])), WHOLE.slice(0, ENDS[5]));
    assert.match(body.toString("utf8", ENDS[5]), /^data: \{"error":\{.*\}\}\n\n$/);
  });
});

test("a network error on a port gives no answer", async () => {
  await served({ result: undefined, response: { networkError: true } }, async (url, mock) => {
    const { how, head, body } = await rawAnswer(url);
    // Deno's server cannot keep back the head.
    const isDeno = "Deno" in globalThis;
    assert.deepEqual([how, head >= 0, body.length], ["reset", isDeno, 0]);
    assert.equal(mock.records[0].outcome, "fault");
  });
});

test("a client that leaves in the middle is written down as gone", async () => {
  const timing = { recordedMs: [0, 60_000] };
  await served({ delivery: { timing } }, async (url, mock) => {
    await rawAnswer(url, { silenceMs: 20 });
    for (let tries = 0; mock.records[0].outcome === "pending" && tries < 200; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const { outcome, frames, bytes } = mock.records[0];
    assert.deepEqual([outcome, frames, bytes], ["aborted", 1, ENDS[1]]);
  });
});
