import { assertEquals } from "@std/assert";
import { systemClock, TIMED_OUT, withDeadline } from "../../../../src/clock.ts";
import type { RawConnection } from "../../transport/support/raw_server.ts";
import { chatRequest, soon } from "../support/raw_client.ts";
import {
  type Answer,
  CHUNKED_HEAD,
  type LabConfig,
  part,
  says,
  saysAll,
  type SocketCase,
  type SocketLab,
  STREAM_HEAD,
  WHOLE_STREAM,
  withSocketLab,
} from "../support/socket_lab.ts";

const PRE = part({ role: "assistant", content: "" });
const HALF_JSON =
  'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 999\r\n\r\n{"';

/** By when an upstream must have been let go of, in milliseconds: far more than it takes. */
const MARKER_MS = 2000;

/** A moment at which the client leaves: what the upstream has said until then, and what the client has seen. */
interface Moment {
  readonly name: string;
  readonly said: string;
  readonly seen?: string | undefined;
  readonly body?: Record<string, unknown> | undefined;
  readonly provider?: Record<string, unknown> | undefined;
}

const MOMENTS: readonly Moment[] = [
  { name: "before the head", said: "" },
  { name: "before the first token", said: STREAM_HEAD + PRE },
  { name: "before the first chunk", said: CHUNKED_HEAD },
  { name: "mid-stream", said: STREAM_HEAD + PRE + part({ content: "abc" }), seen: "abc" },
  {
    name: "mid-stream while thoughts are split",
    said: STREAM_HEAD + PRE + part({ content: "<think>abc" }),
    seen: "abc",
    provider: { think_tags: "split" },
  },
  { name: "before the head of a whole answer", said: "", body: { stream: false } },
  { name: "during a whole answer", said: HALF_JSON, body: { stream: false } },
  {
    name: "during a stream that becomes a whole answer",
    said: STREAM_HEAD + PRE + part({ content: "abc" }),
    body: { stream: false },
  },
];

/** Keeps the first connection, and tells when it came and when it was closed. */
function kept(said: string) {
  let onCame = (_: RawConnection) => {};
  let onClosed = (_: "closed") => {};
  const came = new Promise<RawConnection>((resolve) => onCame = resolve);
  const closed = new Promise<"closed">((resolve) => onClosed = resolve);
  const answer: Answer = (connection) => {
    connection.socket.on("close", () => onClosed("closed"));
    if (said !== "") connection.socket.write(said);
    onCame(connection);
  };
  return { answer, came, closed };
}

/** Gives what came first. */
async function orMarker<T>(promise: Promise<T>): Promise<T | "marker"> {
  const first = await withDeadline(MARKER_MS, promise);
  return first === TIMED_OUT ? "marker" : first;
}

const AT_MOMENTS: readonly SocketCase[] = MOMENTS.map(({ name, said, seen, body, provider }) => ({
  name: `a client that leaves ${name} closes the upstream, and nobody else is asked`,
  async run() {
    const { answer, came, closed } = kept(said);
    await withSocketLab(
      [answer, saysAll(WHOLE_STREAM)],
      provider ? { provider } : {},
      async (lab) => {
        const client = await lab.client();
        client.send(chatRequest(body));
        await soon(came);
        if (seen !== undefined) await client.got(seen);
        client.leave();
        assertEquals(await orMarker(closed), "closed");
        await lab.told((event) => event.event === "end");
        assertEquals(outcomes(lab), ["left"]);
        assertEquals(lab.upstreams.map(({ requests }) => requests.length), [1, 0]);
        assertEquals(lab.errors, []);
      },
    );
  },
}));

/** What keeps a request waiting, before any upstream is asked for it. */
const WAITS: readonly {
  readonly name: string;
  readonly config: LabConfig;
  /** What the upstream does with the request that comes before. */
  readonly first: Answer;
}[] = [
  {
    name: "in the queue",
    config: { provider: { max_concurrent: 1, queue: { timeout: "30s" } } },
    first: says(STREAM_HEAD + part({ content: "abc" })),
  },
  {
    name: "for the end of a rest",
    config: { model: { max_wait: "30s" }, backoff_defaults: { base: "20s", jitter: 0 } },
    first: saysAll("HTTP/1.1 500 No\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"),
  },
];

const WHILE_WAITING: readonly SocketCase[] = WAITS.map(({ name, config, first }) => ({
  name: `a client that leaves while it waits ${name} is sent nowhere`,
  async run() {
    const turns: Answer[] = [first, saysAll(WHOLE_STREAM)];
    await withSocketLab([(connection) => turns.shift()!(connection)], config, async (lab) => {
      const before = await lab.client();
      before.send(chatRequest());
      await before.got("HTTP/1.1");
      const client = await lab.client();
      client.send(chatRequest());
      await lab.told(isSecond(lab, "request"));
      client.leave();
      const left = lab.told((event) => event.event === "end" && event.outcome === "left");
      assertEquals(await orMarker(left.then(() => "left")), "left");
      before.leave();
      assertEquals(lab.upstreams[0]!.requests.length, 1);
    });
  },
}));

function isSecond(lab: SocketLab, kind: string): () => boolean {
  return () => lab.events.filter(({ event }) => event === kind).length === 2;
}

/** How each request ended that has. */
export function outcomes({ events }: SocketLab): readonly string[] {
  return events.flatMap((event) => event.event === "end" ? [event.outcome] : []);
}

/** Clients that leave. */
export const LEAVE_CASES: readonly SocketCase[] = [
  ...AT_MOMENTS,
  ...WHILE_WAITING,
  {
    name: "a client that leaves while it sends its request is no error, and nobody is asked",
    async run() {
      await withSocketLab([saysAll(WHOLE_STREAM)], {}, async (lab) => {
        const client = await lab.client();
        client.send(chatRequest().slice(0, -10));
        await systemClock.sleep(50);
        client.leave();
        const after = await lab.client();
        after.send(chatRequest());
        await after.got("[DONE]");
        assertEquals(lab.upstreams[0]!.requests.length, 1);
        assertEquals(lab.errors, []);
      });
    },
  },
];
