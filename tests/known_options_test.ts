import { assert, assertEquals, assertThrows } from "@std/assert";
import { requireKnownOptions } from "../src/known_options.ts";

interface Options {
  readonly transport?: string;
  readonly deadlineMs?: number;
  readonly only?: readonly string[];
}

const NAMES = { transport: true, deadlineMs: true, only: true } as const;
const LIST = "must be one of: transport, deadlineMs, only";

function given(options: unknown): () => void {
  return () => requireKnownOptions<Options>("check the adapter", options as Options, NAMES);
}

Deno.test("requireKnownOptions() lets known options pass, also those without a value", () => {
  given({})();
  given({ only: ["a"], deadlineMs: undefined })();
  given(Object.create({ transprot: "inherited" }))();
});

Deno.test("requireKnownOptions() names the unknown option, the nearest one, and all that there are", () => {
  const rows = [
    ["transprot", "transport"],
    ["Transport", "transport"],
    ["deadline", "deadlineMs"],
    ["deadlineMS", "deadlineMs"],
    ["onyl", "only"],
    ["olny", "only"],
  ] as const;
  for (const [unknown, near] of rows) {
    const error = assertThrows(given({ [unknown]: 1 }), TypeError);
    assertEquals(
      error.message,
      `Cannot check the adapter as there is no option "${unknown}", did you mean "${near}"? It ${LIST}`,
    );
  }
});

Deno.test("requireKnownOptions() guesses nothing where no option is near", () => {
  const error = assertThrows(given({ retries: 1 }), TypeError);
  assertEquals(
    error.message,
    `Cannot check the adapter as there is no option "retries": it ${LIST}`,
  );
});

Deno.test("requireKnownOptions() takes names of every object's own members for unknown ones", () => {
  for (const name of ["constructor", "toString", ""]) {
    assertThrows(given({ [name]: 1 }), TypeError, `no option ${JSON.stringify(name)}`);
  }
});

Deno.test("requireKnownOptions() asks for an object", () => {
  for (const options of [null, 5, "server", true, ["only"], () => {}]) {
    const error = assertThrows(given(options), TypeError, "its options must be an object");
    assert(error.message.includes("transport, deadlineMs, only"));
  }
});
