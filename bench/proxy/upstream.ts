/**
 * An upstream on bare sockets, so that it is never what is measured. A burst is one write for each event; a paced
 * stream tells in each event when it was written. Prints its address.
 *
 * Usage: node upstream.mjs
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { createServer, type Socket } from "node:net";
import process from "node:process";
import { eventOf, EVENTS, kindOf, PACED, plainBody } from "./work.ts";

const body = plainBody();
const plain = Buffer.from(
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
);
const head = Buffer.from(
  "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n",
);
const end = Buffer.from("0\r\n\r\n");
const finish = [chunk(eventOf({}, "stop")), chunk("data: [DONE]\n\n"), end];
const burst = [
  head,
  ...Array.from({ length: EVENTS }, (_, at) => chunk(eventOf({ content: ` word${at}` }))),
  ...finish,
];

function chunk(text: string): Buffer {
  return Buffer.from(`${text.length.toString(16)}\r\n${text}\r\n`);
}

function pace(socket: Socket): void {
  let sent = 0;
  socket.write(head);
  const timer = setInterval(() => {
    if (socket.destroyed) return clearInterval(timer);
    // The clock of the system, which the load generator reads too.
    socket.write(chunk(eventOf({ content: ` @${process.hrtime.bigint()}@` })));
    if (++sent < PACED.events) return;
    clearInterval(timer);
    for (const part of finish) socket.write(part);
  }, PACED.everyMs);
}

function answer(socket: Socket, request: string): void {
  const kind = kindOf(request);
  if (kind === "plain") socket.write(plain);
  else if (kind === "paced") pace(socket);
  else for (const part of burst) socket.write(part);
}

const server = createServer((socket) => {
  socket.setNoDelay(true);
  socket.on("error", () => {});
  let text = "";
  socket.on("data", (data) => {
    text += data.toString("latin1");
    const headEnd = text.indexOf("\r\n\r\n");
    if (headEnd === -1) return;
    const length = Number(/\ncontent-length: *(\d+)/i.exec(text)?.[1] ?? 0);
    if (text.length < headEnd + 4 + length) return;
    const request = text;
    text = "";
    answer(socket, request);
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") console.log(`http://127.0.0.1:${address?.port}`);
});
