import { assertEquals } from "@std/assert";
import type { Bytes } from "../../src/bytes.ts";
import { toBytes } from "../../src/bytes.ts";
import type { Wire } from "../../src/wire/wire.ts";
import { ndjsonBody, sseBody } from "../support/bodies.ts";
import type { Outcome } from "../support/reading.ts";
import { readTurn } from "../support/reading.ts";

/** A body and what must come of it. */
export interface Case {
  /** What is special about the body, in a few words. */
  readonly name: string;
  /** Where the public met it (`research/wires.md` 4), or the fixture of real traffic it is like. */
  readonly ref?: string;
  /** The payloads of the frames, or the body itself. */
  readonly body: readonly unknown[] | string;
  /** What comes of it, as `summary()` says it. */
  readonly expected: string;
}

/** Registers one test per case. */
export function testCases(wire: Wire, kind: string, cases: readonly Case[]): void {
  for (const { name, ref, body, expected } of cases) {
    Deno.test(`${wire.id} decoder, ${kind}: ${name}${ref ? ` (${ref})` : ""}`, () => {
      assertEquals(summary(readTurn(wire, bodyOf(wire, body))), expected);
    });
  }
}

/** The bytes of a body. */
export function bodyOf(wire: Wire, body: readonly unknown[] | string): Bytes {
  if (typeof body === "string") return toBytes(body);
  return wire.framing === "sse" ? sseBody(...body) : ndjsonBody(...body);
}

/**
 * Sums up a reading on one line: text, `~reasoning` per block with `^signature`, `name(arguments)`
 * per call, and `#reason` unless it is a plain stop; or the code of the error.
 */
export function summary({ turn, code }: Outcome): string {
  if (!turn) return code ?? "";
  const thoughts = turn.reasoning.map(({ text, signature }) =>
    `~${text}${signature === undefined ? "" : `^${signature}`}`
  );
  const calls = turn.toolCalls.map(({ name, arguments: args }) => `${name}(${args})`);
  const reason = turn.finish.reason === "stop" ? [] : [`#${turn.finish.reason}`];
  return [turn.text, ...thoughts, ...calls, ...reason].filter((part) => part !== "").join("|");
}
