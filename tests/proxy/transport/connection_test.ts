import { assertEquals } from "@std/assert";
import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { toBytes } from "../../../src/bytes.ts";
import { Connection } from "../../../src/proxy/transport/connection.ts";

/** A socket that sends when it is told to. */
class SlowSocket extends EventEmitter {
  readonly sent: (() => void)[] = [];

  write(_: Uint8Array, then: () => void): void {
    this.sent.push(then);
  }

  cork(): void {}

  uncork(): void {}
}

/** Resolves behind what is done at the end of the turn. */
function turnEnded(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

Deno.test("Connection tells when all that was written is sent", async () => {
  const socket = new SlowSocket();
  const connection = new Connection(socket as unknown as Socket, "host");
  let told = 0;
  connection.whenWritten(() => told++);
  assertEquals([told, connection.isQuiet], [1, true]);
  connection.write([toBytes("a"), toBytes("b")]);
  connection.whenWritten(() => told++);
  assertEquals([socket.sent.length, connection.isWriting], [0, true]);
  await turnEnded();
  socket.sent[0]!();
  assertEquals([told, connection.isQuiet, connection.isWriting], [1, false, true]);
  socket.sent[1]!();
  assertEquals([told, connection.isQuiet, connection.isWriting], [2, true, false]);
});

Deno.test("Connection gives what came before an error, then the error", async () => {
  const socket = new SlowSocket();
  const connection = new Connection(socket as unknown as Socket, "host");
  socket.emit("data", toBytes("last words"));
  socket.emit("error", new Error("ECONNRESET"));
  socket.emit("close");
  assertEquals(await connection.read(), toBytes("last words"));
  const error = await connection.read().catch((error) => error);
  assertEquals([error.code, error.cause.message], ["network", "ECONNRESET"]);
});
