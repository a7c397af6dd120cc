/**
 * Serves two fixed bodies, a JSON and a stream of many frames, by the runtime's own server and nothing else, which
 * only parses the request: what no mock can be faster than. Prints its address.
 *
 * Usage: <runtime> serve_bare.ts
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { bareBody, bareStream } from "./work.ts";

const json = bareBody();
const stream = bareStream();
const hostname = "127.0.0.1";

/** What is sent for the text of a request. */
function answerTo(text: string): readonly [type: string, body: string] {
  return JSON.parse(text).stream ? ["text/event-stream", stream] : ["application/json", json];
}

function print(port: number): void {
  console.log(`http://${hostname}:${port}`);
}

if ("Deno" in globalThis) {
  const onListen = ({ port }: Deno.NetAddr) => print(port);
  Deno.serve({ hostname, port: 0, onListen }, async (request) => {
    const [type, body] = answerTo(await request.text());
    return new Response(body, { headers: { "content-type": type } });
  });
} else {
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (piece) => text += piece);
    request.on("end", () => {
      const [type, body] = answerTo(text);
      const length = Buffer.byteLength(body);
      response.writeHead(200, { "content-type": type, "content-length": length }).end(body);
    });
  });
  server.listen(0, hostname, () => print((server.address() as AddressInfo).port));
}
