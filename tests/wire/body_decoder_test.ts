import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import type { Bytes } from "../../src/bytes.ts";
import { concatBytes, toBytes } from "../../src/bytes.ts";
import type { Decoder } from "../../src/decoder.ts";
import { ModelError } from "../../src/errors.ts";
import type { SseEvent } from "../../src/sse/sse_event.ts";
import type { TurnEvent } from "../../src/turn/turn.ts";
import { BodyDecoder } from "../../src/wire/body_decoder.ts";
import { openAiChatWire } from "../../src/wire/openai_chat/openai_chat.ts";
import type { Wire } from "../../src/wire/wire.ts";
import { ndjsonBody, sseBody } from "../support/bodies.ts";
import { text } from "../support/events.ts";
import { chunk, DONE, ends, said } from "./openai_chat/chunks.ts";

const wire = openAiChatWire();

Deno.test("BodyDecoder gives the events of a body as they become whole", () => {
  const decoder = new BodyDecoder(wire);
  const body = sseBody(said("Hel"), said("lo"));
  assertEquals(decoder.push(body.slice(0, 10)), []);
  assertEquals(decoder.push(body.slice(10)), [text("Hel"), text("lo")]);
  assertEquals(decoder.done, false);
});

Deno.test("BodyDecoder appends to the array it is given, and returns it", () => {
  const decoder = new BodyDecoder(wire);
  const out: TurnEvent[] = [text("before")];
  assertStrictEquals(decoder.push(sseBody(said("Hi", "stop")), out), out);
  assertStrictEquals(decoder.push(sseBody(DONE), out), out);
  assertStrictEquals(decoder.end(out), out);
  assertEquals(out.map(({ type }) => type), ["text", "text", "finish"]);
});

Deno.test("BodyDecoder takes nothing more once the marker has been read", () => {
  const decoder = new BodyDecoder(wire);
  decoder.push(sseBody(said("Hi", "stop"), DONE, said("late"), "no JSON"));
  assertEquals(decoder.done, true);
  assertEquals(decoder.push(sseBody(said("later"), { error: "late" })), []);
  assertEquals(decoder.end(), []);
});

Deno.test("BodyDecoder fails at the end of a body whose turn has not ended", () => {
  const decoder = new BodyDecoder(wire);
  decoder.push(sseBody(said("Hi", "stop")));
  assertEquals(assertThrows(() => decoder.end(), ModelError).code, "INCOMPLETE");
});

Deno.test("BodyDecoder hands its options on", () => {
  const decoder = new BodyDecoder(wire, { terminator: "optional" });
  decoder.push(sseBody(said("Hi", "stop")));
  assertEquals(decoder.end().map(({ type }) => type), ["finish"]);
  assertEquals(decoder.done, true);
});

Deno.test("BodyDecoder reads what the body's last frame holds although it is unterminated", () => {
  const decoder = new BodyDecoder(wire);
  decoder.push(sseBody(said("Hi", "stop"), DONE).slice(0, -2));
  assertEquals(decoder.end().map(({ type }) => type), ["finish"]);
});

Deno.test("BodyDecoder gives what came before a frame that fails", () => {
  const decoder = new BodyDecoder(wire);
  const out: TurnEvent[] = [];
  const body = sseBody(said("Hi"), { error: "busy" }, said("late"), ends(), DONE);
  assertThrows(() => decoder.push(body, out), ModelError);
  assertEquals(out, [text("Hi")]);
});

/** A wire whose frames are limited, as a line of 32 MiB is too long for a test. */
function limited(limit: number): Wire {
  const frames = (): Decoder<Bytes, SseEvent> => {
    let seen = 0;
    return {
      push(bytes, out = []) {
        for (const data of new TextDecoder().decode(bytes).split("\n")) {
          seen++;
          if (seen > limit) throw new RangeError("Cannot read a line that is too long");
          out.push({ event: undefined, data, id: undefined, unterminated: false });
        }
        return out;
      },
      end: (out = []) => out,
    };
  };
  return { ...wire, frames };
}

const LINES = toBytes([said("Hi"), ends()].map((value) => JSON.stringify(value)).join("\n"));

Deno.test("BodyDecoder reads the frames before one that is too large, and then fails", () => {
  const decoder = new BodyDecoder(limited(1));
  const out: TurnEvent[] = [];
  const error = assertThrows(() => decoder.push(LINES, out), ModelError);
  assertEquals([error.code, out], ["TOO_LARGE", [text("Hi")]]);
  assertInstanceOf(error.cause, RangeError);
});

Deno.test("BodyDecoder does not mind a frame that is too large behind the marker", () => {
  const decoder = new BodyDecoder(limited(3));
  const out = decoder.push(concatBytes([LINES, toBytes("\n[DONE]\n{}")]));
  assertEquals([out.at(-1)?.type, decoder.done], ["finish", true]);
});

Deno.test("BodyDecoder reports the failure of a frame before that of the framing", () => {
  const decoder = new BodyDecoder(limited(1));
  const body = toBytes(`${JSON.stringify({ error: "busy" })}\n{}`);
  assertEquals(assertThrows(() => decoder.push(body), ModelError).code, "PROVIDER");
});

Deno.test("BodyDecoder passes on what is no limit of the framing", () => {
  const broken: Wire = {
    ...wire,
    frames: () => ({
      push: () => {
        throw new TypeError("A fault of the wire");
      },
      end: (out = []) => out,
    }),
  };
  assertThrows(() => new BodyDecoder(broken).push(LINES), TypeError, "A fault of the wire");
});

Deno.test("BodyDecoder reads NDJSON where the wire says so", () => {
  const lines: Wire = { ...wire, framing: "ndjson" };
  const decoder = new BodyDecoder(lines);
  const events = decoder.push(ndjsonBody(said("Hi"), chunk({}, "stop"), DONE));
  assertEquals(events.map(({ type }) => type), ["text", "finish"]);
  assert(decoder.done);
});

Deno.test("BodyDecoder refuses a line longer than 32 Mi characters as TOO_LARGE", () => {
  const decoder = new BodyDecoder(wire);
  const piece = toBytes("x".repeat(1024 * 1024));
  decoder.push(toBytes("data: "));
  const error = assertThrows(() => {
    for (let at = 0; at < 40; at++) decoder.push(piece);
  }, ModelError);
  assertEquals(error.code, "TOO_LARGE");
});
