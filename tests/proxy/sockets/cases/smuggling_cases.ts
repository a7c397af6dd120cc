import { assert, assertEquals } from "@std/assert";
import { systemClock } from "../../../../src/clock.ts";
import { chatRequest } from "../support/raw_client.ts";
import {
  type LabConfig,
  saysAll,
  type SocketCase,
  WHOLE_STREAM,
  withSocketLab,
} from "../support/socket_lab.ts";

const LINE = "POST /v1/chat/completions HTTP/1.1\r\nhost: 127.0.0.1\r\n";
const BODY = '{"model":"m","stream":true,"messages":[]}';
const CHUNKS = `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`;
const LENGTH = `content-length: ${BODY.length}\r\n`;
const CHUNKED = "transfer-encoding: chunked\r\n";
/** A second request, for whoever takes the first for shorter than it is. */
const HIDDEN = chatRequest({ hidden: true });

/** Requests of which two readers could take different parts for the body. */
const AMBIGUOUS: Readonly<Record<string, string>> = {
  "chunks and a length": `${LINE}${LENGTH}${CHUNKED}\r\n${CHUNKS}${HIDDEN}`,
  "a length after chunks": `${LINE}${CHUNKED}${LENGTH}\r\n${CHUNKS}${HIDDEN}`,
  "chunks and a length of 0": `${LINE}${CHUNKED}content-length: 0\r\n\r\n${CHUNKS}${HIDDEN}`,
  "two lengths": `${LINE}content-length: 0\r\n${LENGTH}\r\n${BODY}${HIDDEN}`,
  "a list of lengths": `${LINE}content-length: ${BODY.length}, ${BODY.length}\r\n\r\n${BODY}`,
  "a length with a sign": `${LINE}content-length: +${BODY.length}\r\n\r\n${BODY}${HIDDEN}`,
  "a length in hexadecimal": `${LINE}content-length: 0x${BODY.length.toString(16)}\r\n\r\n${BODY}`,
  "a negative length": `${LINE}content-length: -1\r\n\r\n${BODY}${HIDDEN}`,
  "another coding": `${LINE}transfer-encoding: gzip, chunked\r\n\r\n${CHUNKS}`,
  "a coding that looks like chunks": `${LINE}transfer-encoding: xchunked\r\n${LENGTH}\r\n${BODY}`,
  "a coding of nothing": `${LINE}transfer-encoding: identity\r\n${LENGTH}\r\n${BODY}${HIDDEN}`,
  "two codings": `${LINE}${CHUNKED}transfer-encoding: identity\r\n\r\n${CHUNKS}${HIDDEN}`,
  "a space before a colon": `${LINE}transfer-encoding : chunked\r\n${LENGTH}\r\n${BODY}${HIDDEN}`,
  "a vertical tab": `${LINE}transfer-encoding:\x0bchunked\r\n${LENGTH}\r\n${BODY}${HIDDEN}`,
  "a header with nothing before its colon": `${LINE}: x\r\n${LENGTH}\r\n${BODY}${HIDDEN}`,
  "a header with a null in it": `${LINE}x: a\0b\r\n${LENGTH}\r\n${BODY}${HIDDEN}`,
  "a chunk of no length": `${LINE}${CHUNKED}\r\nx\r\n${BODY}\r\n0\r\n\r\n`,
  "a chunk of a negative length": `${LINE}${CHUNKED}\r\n-1\r\n${BODY}\r\n0\r\n\r\n`,
};

/** Addresses that somebody before the proxy may take for another path, or for another host. */
const ADDRESSES: Readonly<Record<string, string>> = {
  "an absolute address of a stranger, with another path": "http://evil.example/other",
  "two slashes": "//v1/chat/completions",
  "two slashes within": "/v1//chat/completions",
  "a way up": "/other/../v1/chat/completions",
  "an encoded way up": "/other/%2e%2e/v1/chat/completions",
  "an encoded slash": "/v1%2fchat/completions",
  "a backslash": "/v1\\chat\\completions",
  "an encoded letter": "/v1/%63hat/completions",
  "a slash at the end": "/v1/chat/completions/",
  "other capitals": "/V1/chat/completions",
  "a parameter of a path": "/v1/chat/completions;x",
  "no slash": "v1/chat/completions",
  "another scheme": "ftp://127.0.0.1/v1/chat/completions",
};

const HOSTS: Readonly<Record<string, string>> = {
  "a host with a path": "127.0.0.1/v1/chat/completions?",
  "a host with a query": "127.0.0.1?",
  "a host with a user": "127.0.0.1@evil.example",
  "a host with a space": "127.0.0.1 evil.example",
  "a host with a fragment": "127.0.0.1#",
};

/** With a key, any name of the proxy is a good one. */
const KEY = "key-of-1";

function refused(name: string, bytes: string, config: LabConfig = {}): SocketCase {
  return {
    name: `a request with ${name} is refused`,
    async run() {
      await withSocketLab([saysAll(WHOLE_STREAM)], config, async (lab) => {
        const client = await lab.client();
        client.send(bytes);
        for (let tries = 0; !client.isClosed && tries < 10; tries++) {
          await systemClock.sleep(10);
          if (/\r\n\r\n/.test(client.text)) break;
        }
        const statuses = [...client.text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, one]) =>
          Number(one)
        );
        assert(statuses.every((one) => one >= 400 && one < 500), `It is answered by ${statuses}`);
        assertEquals([lab.upstreams[0]!.requests, lab.errors], [[], []]);
      });
    },
  };
}

/** Requests that are made to be read in two ways. */
export const SMUGGLING_CASES: readonly SocketCase[] = [
  ...Object.entries(AMBIGUOUS).map(([name, bytes]) => refused(name, bytes)),
  ...Object.entries(ADDRESSES).map(([name, address]) =>
    refused(name, chatRequest().replace("/v1/chat/completions", () => address))
  ),
  ...Object.entries(HOSTS).map(([name, host]) => {
    const bytes = chatRequest({}, { host, authorization: `Bearer ${KEY}` });
    return refused(name, bytes.replace("/v1/chat/completions ", "/other "), { client_keys: [KEY] });
  }),
  {
    name: "a request with the same length twice is refused, or sent on with one",
    async run() {
      await withSocketLab([saysAll(WHOLE_STREAM)], {}, async (lab) => {
        const client = await lab.client();
        client.send(`${LINE}connection: close\r\n${LENGTH}${LENGTH}\r\n${BODY}`);
        await client.closed();
        const { requests } = lab.upstreams[0]!;
        const status = Number(/^HTTP\/1\.1 (\d+)/.exec(client.text)?.[1]);
        assertEquals(requests.length, status === 200 ? 1 : 0);
        const lengths = requests.flatMap((one) => one.match(/\r\ncontent-length:/gi) ?? []);
        assertEquals(lengths.length, requests.length);
      });
    },
  },
  {
    name: "a request in chunks is none of these",
    async run() {
      await withSocketLab([saysAll(WHOLE_STREAM)], {}, async (lab) => {
        const client = await lab.client();
        client.send(`${LINE}${CHUNKED}\r\n${CHUNKS}`);
        await client.got("[DONE]");
        const [sent] = lab.upstreams[0]!.requests;
        assert(/\r\ncontent-length: \d+\r\n/i.test(sent!), "It was sent on without a length");
        assert(!/transfer-encoding/i.test(sent!), "It was sent on in chunks");
      });
    },
  },
];
