import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { systemClock } from "../../../../src/clock.ts";
import type { RawConnection } from "../../transport/support/raw_server.ts";
import { chatRequest } from "../support/raw_client.ts";
import {
  type Answer,
  CHUNKED_HEAD,
  part,
  says,
  saysAll,
  type SocketCase,
  STREAM_HEAD,
  WHOLE_STREAM,
  withSocketLab,
} from "../support/socket_lab.ts";
import { outcomes } from "./leave_cases.ts";

/** How a transfer in chunks ends that is whole. */
const TERMINATOR = "\r\n0\r\n\r\n";

/** An event of 64 KiB. */
const LARGE = part({ content: "x".repeat(64 * 1024) });

/** How much the sockets and the proxy may take of an upstream that nobody reads, in bytes. */
const MAX_TAKEN = 32 * 1024 * 1024;

/** Writes for as long as what it writes is taken, and counts. */
function flood() {
  const count = { taken: 0, isClosed: false };
  const answer: Answer = ({ socket }: RawConnection) => {
    socket.on("close", () => count.isClosed = true);
    socket.write(STREAM_HEAD);
    const more = () => {
      for (let isTaken = true; isTaken && !count.isClosed;) {
        isTaken = socket.write(LARGE);
        count.taken += LARGE.length;
        if (count.taken > 8 * MAX_TAKEN) return;
      }
    };
    socket.on("drain", more);
    more();
  };
  return { answer, count };
}

/** Waits until a number stands still. */
async function still(value: () => number): Promise<number> {
  let last = -1;
  for (let same = 0; same < 6;) {
    await systemClock.sleep(50);
    same = value() === last ? same + 1 : 0;
    last = value();
  }
  return last;
}

/** Streams that break off after their first output, and by what. */
const BREAKS: readonly {
  readonly name: string;
  readonly answer: Answer;
  readonly provider?: Record<string, unknown>;
}[] = [
  { name: "that is cut", answer: saysAll(STREAM_HEAD + part({ content: "abc" })) },
  {
    name: "whose connection is reset",
    answer({ socket }) {
      socket.write(CHUNKED_HEAD);
      const event = part({ content: "abc" });
      socket.write(`${event.length.toString(16)}\r\n${event}\r\n`);
      systemClock.sleep(100).then(() => socket.resetAndDestroy());
    },
  },
  {
    name: "that falls silent",
    answer: says(STREAM_HEAD + part({ content: "abc" })),
    provider: { timeouts: { idle: "200ms" } },
  },
  {
    name: "that tells of an error",
    answer({ socket }) {
      socket.write(STREAM_HEAD + part({ content: "abc" }));
      systemClock.sleep(100).then(() => socket.write('data: {"error":{"message":"No"}}\n\n'));
    },
  },
];

const BROKEN: readonly SocketCase[] = BREAKS.map(({ name, answer, provider }) => ({
  name: `a stream ${name} ends by an error event, and its transfer is seen to be broken`,
  async run() {
    await withSocketLab([answer], provider ? { provider } : {}, async (lab) => {
      const client = await lab.client();
      client.send(chatRequest());
      await client.closed();
      assertStringIncludes(client.text, "abc");
      assertStringIncludes(client.text, 'data: {"error":');
      assert(!client.text.includes("[DONE]"), "It says that it is done");
      assert(!client.text.includes(TERMINATOR), "Its transfer is whole");
      assertEquals(outcomes(lab), ["failed"]);
    });
  },
}));

/** What flows, and how fast. */
export const FLOW_CASES: readonly SocketCase[] = [
  ...BROKEN,
  {
    name: "a whole stream ends by the end of its transfer",
    async run() {
      await withSocketLab([saysAll(WHOLE_STREAM)], {}, async (lab) => {
        const client = await lab.client();
        client.send(chatRequest());
        await client.got(TERMINATOR);
        assertStringIncludes(client.text, "data: [DONE]\n\n");
        assertEquals(outcomes(lab), ["whole"]);
      });
    },
  },
  {
    name: "each event reaches the client as it comes",
    async run() {
      let onConnection: (one: RawConnection) => void;
      const connected = new Promise<RawConnection>((resolve) => onConnection = resolve);
      await withSocketLab([(one) => onConnection(one)], {}, async (lab) => {
        const client = await lab.client();
        client.send(chatRequest());
        const { socket } = await connected;
        socket.write(STREAM_HEAD);
        for (const word of ["one", "two", "three"]) {
          socket.write(part({ content: word }));
          await client.got(word);
        }
      });
    },
  },
  {
    name: "a client that reads slowly pauses the upstream, and goes on where it stopped",
    async run() {
      const { answer, count } = flood();
      await withSocketLab([answer], {}, async (lab) => {
        const client = await lab.client();
        client.send(chatRequest());
        await client.got("HTTP/1.1 200");
        client.socket.pause();
        const taken = await still(() => count.taken);
        assert(taken < MAX_TAKEN, `The upstream could send ${taken} bytes`);
        assert(!count.isClosed, "The upstream was let go of");
        client.socket.resume();
        for (let tries = 0; count.taken === taken && tries < 100; tries++) {
          await systemClock.sleep(20);
        }
        assert(count.taken > taken, "The upstream was not read on");
      });
    },
  },
  {
    name: "a client that reads nothing is dropped, and its slot is free",
    async run() {
      const { answer, count } = flood();
      const answers = [answer, saysAll(WHOLE_STREAM)];
      const config = {
        provider: { max_concurrent: 1, queue: { timeout: "30s" } },
        limits: { stall_timeout: "300ms" },
      };
      await withSocketLab([(one) => answers.shift()!(one)], config, async (lab) => {
        const client = await lab.client();
        client.send(chatRequest());
        await client.got("HTTP/1.1 200");
        client.socket.pause();
        const next = await lab.client();
        next.send(chatRequest());
        await next.got("[DONE]");
        assertEquals(outcomes(lab), ["stalled", "whole"]);
        assert(count.isClosed, "The upstream goes on");
        client.socket.resume();
        await client.closed();
        assert(!client.text.includes(TERMINATOR), "Its transfer is whole");
      });
    },
  },
  {
    name: "normal answers, quick and slow, never count as left",
    async run() {
      const late: Answer = ({ socket }) => {
        systemClock.sleep(250).then(() => socket.end(WHOLE_STREAM));
      };
      const answer: Answer = (one) =>
        one.number % 10 === 0 ? late(one) : saysAll(WHOLE_STREAM)(one);
      await withSocketLab([answer], {}, async (lab) => {
        const client = await lab.client();
        for (let count = 1; count <= 100; count++) {
          client.send(chatRequest());
          for (let ends = 0; ends < count;) {
            ends = client.text.split("[DONE]").length - 1;
            await systemClock.sleep(1);
            assert(!client.isClosed, "The connection was closed");
          }
        }
        assertEquals(outcomes(lab), Array(100).fill("whole"));
        assertEquals(lab.errors, []);
      });
    },
  },
];
