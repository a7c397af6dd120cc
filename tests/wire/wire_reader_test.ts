import { assertThrows } from "@std/assert";
import { guardTurn } from "../../src/proxy/guard_turn.ts";
import { readTurn } from "../../src/wire/read_turn.ts";
import type { ReadTurnOptions } from "../../src/wire/read_turn.ts";
import type { WireId } from "../../src/wire/wire.ts";
import { wireReader } from "../../src/wire/wire_reader.ts";
import { ALL_WIRES } from "../adapter/fake_fetch.ts";
import { probeBody } from "../adapter/probe_body.ts";

const WIRE = ALL_WIRES[0]!;

const WAYS: readonly {
  readonly name: string;
  readonly read: (options: ReadTurnOptions) => void;
}[] = [
  { name: "wireReader()", read: (options) => wireReader(WIRE.id, options) },
  { name: "readTurn()", read: (options) => readTurn(probeBody([]).stream, WIRE, options) },
  { name: "guardTurn()", read: (options) => guardTurn(WIRE.id, options) },
];

for (const { name, read } of WAYS) {
  Deno.test(`${name} refuses options that are none, before it reads`, () => {
    for (const [options, says] of [[null, "null"], [7, "7"], ["required", '"required"']] as const) {
      const given = options as unknown as ReadTurnOptions;
      assertThrows(() => read(given), TypeError, `its options must be an object: got ${says}`);
    }
    const terminator = "none" as unknown as "optional";
    assertThrows(() => read({ terminator }), TypeError, "terminator");
  });
}

Deno.test("wireReader() refuses a signal and a limit of the wrong kind, before it reads", () => {
  const signal = {} as AbortSignal;
  assertThrows(() => wireReader("gemini", { signal }), TypeError, "AbortSignal");
  const maxBytes = "9" as unknown as number;
  assertThrows(() => wireReader("gemini", { maxBytes }), RangeError, `current value is "9"`);
  assertThrows(() => wireReader("smoke" as WireId), TypeError, "anthropic-messages");
});
