import { setImmediate } from "node:timers";
import { assert, assertEquals } from "@std/assert";
import { chatRequest } from "../sockets/support/raw_client.ts";
import {
  type Answer,
  CHUNKED_HEAD,
  part,
  saysAll,
  STREAM_HEAD,
  WHOLE_STREAM,
  withSocketLab,
} from "../sockets/support/socket_lab.ts";

/** Sends a head, and then the same again and again, at the pace it is read. */
function endless(head: string, unit: string): Answer {
  const packet = unit.repeat(Math.ceil(16_384 / unit.length));
  return ({ socket }) => {
    socket.on("error", () => {});
    const more = () => {
      // In turns, so that the proxy in the same process has its own.
      if (!socket.destroyed && socket.write(packet)) setImmediate(more);
    };
    socket.on("drain", more);
    socket.write(head);
    more();
  };
}

const JSON_HEAD = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n";

/** What never ends before there is any output. */
const ENDLESS: readonly { what: string; answer: Answer; kind: string }[] = [
  { what: "fields", answer: endless("HTTP/1.1 200 OK\r\n", "a: b\r\n"), kind: "protocol" },
  { what: "a field", answer: endless("HTTP/1.1 200 OK\r\na: ", "a"), kind: "protocol" },
  {
    what: "interim answers",
    answer: endless("", "HTTP/1.1 100 Continue\r\n\r\n"),
    kind: "protocol",
  },
  { what: "an event", answer: endless(STREAM_HEAD + "data: ", "x"), kind: "too_large" },
  { what: "a line of JSON", answer: endless(JSON_HEAD, " "), kind: "too_large" },
  { what: "an extension", answer: endless(CHUNKED_HEAD + "1;", "a"), kind: "protocol" },
  { what: "trailers", answer: endless(CHUNKED_HEAD + "0\r\n", "a: b\r\n"), kind: "protocol" },
  {
    what: "a refusal",
    answer: endless("HTTP/1.1 500 No\r\nconnection: close\r\n\r\n", "x"),
    kind: "server_error",
  },
];

Deno.test.each([...ENDLESS])(
  "an upstream that sends $what without an end is given up, and the next is asked",
  async ({ answer, kind }) => {
    const limits = { max_answer: "1MiB", max_event: "1MiB" };
    await withSocketLab([answer, saysAll(WHOLE_STREAM)], { limits }, async (lab) => {
      const client = await lab.client();
      client.send(chatRequest());
      await client.got("data: [DONE]\n\n");
      const ends = lab.events.flatMap((event) => event.event === "attempt_end" ? [event.kind] : []);
      assertEquals(ends, [kind, undefined]);
      assertEquals(lab.errors, []);
    });
  },
);

Deno.test("behind the end of a turn nothing of an upstream reaches the client, however much comes", async () => {
  const turn = STREAM_HEAD + part({ content: "a" }) + part({}, "stop") + "data: [DONE]\n\n";
  const answer = endless(turn, part({ content: "garbage" }));
  await withSocketLab([answer], {}, async (lab) => {
    const client = await lab.client();
    client.send(chatRequest({}, { connection: "close" }));
    await client.closed();
    assert(client.text.includes("data: [DONE]\n\n"));
    assert(!client.text.includes("garbage"));
    await lab.told((event) => event.event === "end" && event.outcome === "whole");
  });
});

Deno.test("an end that is told within a text is none", async () => {
  const text = part({ content: 'data: [DONE]\n\n","finish_reason":"stop"' });
  await withSocketLab([saysAll(STREAM_HEAD + text)], {}, async (lab) => {
    const client = await lab.client();
    client.send(chatRequest({}, { connection: "close" }));
    await client.closed();
    await lab.told((event) => event.event === "end" && event.outcome === "failed");
    assert(!client.text.includes("\ndata: [DONE]\n"));
  });
});
