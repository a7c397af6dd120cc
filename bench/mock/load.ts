/**
 * Asks a server the same over and over on some connections, and prints how many answers a second came. Looks at no
 * more of an answer than where it ends: a client that read it all would be what is measured.
 *
 * Usage: node load.mjs <address> <body> <connections> <seconds>
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { connect } from "node:net";
import process from "node:process";

const [address, body = "", connections = "10", seconds = "3"] = process.argv.slice(2);
const { hostname, port } = new URL(address!);
const ask = Buffer.from(
  `POST /v1/chat/completions HTTP/1.1\r\nHost: ${hostname}:${port}\r\n` +
    "Content-Type: application/json\r\n" +
    `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
);
const HEAD_END = Buffer.from("\r\n\r\n");
const BODY_END = Buffer.from("\r\n0\r\n\r\n");
let answers = 0;
let isOver = false;

function fail(why: unknown): never {
  if (!isOver) console.error("The server failed under load:", why);
  process.exit(isOver ? 0 : 1);
}

/** How many bytes an answer has, by its head; `undefined` if only its last bytes tell. */
function lengthOf(data: Buffer): number | undefined {
  const end = data.indexOf(HEAD_END);
  const head = data.toString("latin1", 0, end);
  if (end < 0 || !head.startsWith("HTTP/1.1 200")) fail(head);
  const found = /\ncontent-length: *(\d+)/i.exec(head);
  return found ? end + HEAD_END.length + Number(found[1]) : undefined;
}

function askAgainAndAgain(): void {
  const socket = connect(Number(port), hostname);
  let expected: number | undefined;
  let received = 0;
  let last: Buffer = Buffer.alloc(0);
  socket.on("data", (data: Buffer) => {
    if (received === 0) expected = lengthOf(data);
    received += data.length;
    last = data.length >= BODY_END.length ? data : Buffer.concat([last, data]);
    if (
      expected === undefined
        ? !last.subarray(-BODY_END.length).equals(BODY_END)
        : received < expected
    ) return;
    answers++;
    received = 0;
    socket.write(ask);
  });
  socket.on("error", fail);
  socket.on("close", () => fail("It closed the connection"));
  socket.write(ask);
}

for (let at = 0; at < Number(connections); at++) askAgainAndAgain();
setTimeout(() => {
  isOver = true;
  console.log(answers / Number(seconds));
  process.exit();
}, Number(seconds) * 1000);
