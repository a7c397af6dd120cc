import { assert, assertEquals } from "@std/assert";
import { concatBytes } from "../../../src/bytes.ts";
import { argumentCuts } from "../../../src/checks/judge/argument_cuts.ts";
import { endsOf } from "../../../src/checks/judge/cuts.ts";
import { SAMPLES } from "../../../src/checks/samples/all_samples.ts";
import { chunksOf, framesOf, TEXT_TURN, TOOL_TURN } from "../../../src/checks/samples/turns.ts";
import { readBody } from "../../support/reading.ts";

for (const { wire } of Object.values(SAMPLES)) {
  Deno.test(`argumentCuts() cuts ${wire.id} only where the arguments are not whole`, () => {
    const chunks = chunksOf(wire, framesOf(wire, TOOL_TURN));
    const body = concatBytes(chunks);
    const cuts = argumentCuts(wire, chunks);
    assert(cuts.length >= 10);
    for (const cut of cuts) {
      const { events, code } = readBody(wire, body.slice(0, cut));
      assertEquals(code, "INCOMPLETE");
      const json = events.map((event) => event.type === "tool_call" ? event.arguments : "").join(
        "",
      );
      // The event that completes them may be whole but for its line ends.
      assert(body[cut] === 0x0a || json !== '{"city":"Paris"}', `${cut}`);
    }
  });
}

Deno.test("argumentCuts() finds nothing to cut in a turn without a call", () => {
  const { wire } = SAMPLES["openai-chat"];
  assertEquals(argumentCuts(wire, chunksOf(wire, framesOf(wire, TEXT_TURN))), []);
});

Deno.test("endsOf() gives the place after each chunk", () => {
  assertEquals(endsOf([new Uint8Array(2), new Uint8Array(0), new Uint8Array(3)]), [2, 2, 5]);
  assertEquals(endsOf([]), []);
});
