/**
 * Asks a server the same over and over on some connections, on bare sockets, and prints as JSON how many answers a
 * second came, the median time of an answer and to the first event of a stream, and how much later than it was
 * written an event came. Looks at no more of an answer than it has to.
 *
 * Usage: node load.mjs <address> <kind> <connections> <seconds> <warm-up seconds> [<header: value>...]
 *
 * @module
 */
import { Buffer } from "node:buffer";
import { connect } from "node:net";
import process from "node:process";
import { askFor, type Kind } from "./work.ts";

const [address, kind, connections, seconds, warmup, ...headers] = process.argv.slice(2);
const { hostname, port } = new URL(address!);
const body = askFor(kind as Kind);
const head = [
  "POST /v1/chat/completions HTTP/1.1",
  `host: ${hostname}:${port}`,
  "content-type: application/json",
  `content-length: ${Buffer.byteLength(body)}`,
  ...headers,
];
const request = Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`);
const HEAD_END = Buffer.from("\r\n\r\n");
const STREAM_END = Buffer.from("\r\n0\r\n\r\n");
const FIRST_EVENT = Buffer.from("data: ");
const isPaced = kind === "paced";
let answers = 0;
let warmupAnswers = 0;
let wholeMs: number[] = [];
let firstMs: number[] = [];
let lagMs: number[] = [];
let isOver = false;

function fail(why: unknown): void {
  if (isOver) return;
  console.error("The server failed under load:", why);
  process.exit(1);
}

/** One answer, as far as it has come. */
class Answer {
  readonly #startMs = performance.now();
  #length: number | undefined;
  #received = 0;
  #hasFirst = false;
  #isHeadRead = false;
  #last: Buffer = Buffer.alloc(0);

  /** Tells whether it is whole. */
  take(data: Buffer): boolean {
    if (!this.#hasFirst && data.includes(FIRST_EVENT)) {
      this.#hasFirst = true;
      firstMs.push(performance.now() - this.#startMs);
    }
    if (isPaced) noteLags(data);
    this.#received += data.length;
    this.#last = data.length >= 64 ? data : Buffer.concat([this.#last, data]);
    if (!this.#isHeadRead) this.#readHead();
    const isWhole = this.#length === undefined
      ? this.#last.subarray(-STREAM_END.length).equals(STREAM_END)
      : this.#received >= this.#length;
    if (isWhole) wholeMs.push(performance.now() - this.#startMs);
    return isWhole;
  }

  #readHead(): void {
    const end = this.#last.indexOf(HEAD_END);
    if (end === -1) return;
    this.#isHeadRead = true;
    const head = this.#last.toString("latin1", 0, end);
    if (!head.startsWith("HTTP/1.1 200")) fail(this.#last.toString());
    const found = /\ncontent-length: *(\d+)/i.exec(head);
    if (found) this.#length = end + HEAD_END.length + Number(found[1]);
  }
}

function noteLags(data: Buffer): void {
  const now = process.hrtime.bigint();
  for (const [, written] of data.toString("latin1").matchAll(/@(\d+)@/g)) {
    lagMs.push(Number(now - BigInt(written!)) / 1e6);
  }
}

function askAgainAndAgain(): void {
  const socket = connect(Number(port), hostname);
  socket.setNoDelay(true);
  let answer = new Answer();
  socket.on("data", (data: Buffer) => {
    if (!answer.take(data)) return;
    answers++;
    answer = new Answer();
    socket.write(request);
  });
  socket.on("error", fail);
  socket.on("close", () => fail("It closed the connection"));
  socket.write(request);
}

function quantile(values: readonly number[], share: number): number | null {
  if (values.length === 0) return null;
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!;
}

for (let at = 0; at < Number(connections); at++) askAgainAndAgain();
setTimeout(() => {
  warmupAnswers = answers;
  answers = 0;
  wholeMs = [];
  firstMs = [];
  lagMs = [];
  setTimeout(() => {
    isOver = true;
    console.log(JSON.stringify({
      rate: answers / Number(seconds),
      answers: warmupAnswers + answers,
      wholeMs: quantile(wholeMs, 0.5),
      firstMs: quantile(firstMs, 0.5),
      lagMs: quantile(lagMs, 0.99),
    }));
    process.exit();
  }, Number(seconds) * 1000);
}, Number(warmup) * 1000);
