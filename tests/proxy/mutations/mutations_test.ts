/** Shows that the tests of the proxy find each of a list of breakages: a test that finds none is empty. */
import { assert, assertEquals, assertMatch, assertNotMatch, assertThrows } from "@std/assert";
import { ALL_MUTATIONS } from "./all_mutations.ts";
import { mutated, type Mutation } from "./mutation.ts";
import { Workshop } from "./workshop.ts";

/** Some test failed, rather than that a file did not load or hung. */
const FAILED_REGEXP = /\| \d+ passed.* \| [1-9]\d* failed/;
const NOT_RUN_REGEXP = /\(uncaught error\)|could not be parsed|Killed after/;

async function withWorkshop(use: (workshop: Workshop) => Promise<void>): Promise<void> {
  const workshop = await Workshop.open();
  try {
    await use(workshop);
  } finally {
    await workshop.close();
  }
}

Deno.test("the tests pass on the code as it is, and fail on each breakage", async (t) => {
  await withWorkshop(async (workshop) => {
    const files = [...new Set(ALL_MUTATIONS.flatMap(({ tests }) => tests))];
    const whole = await workshop.test(files);
    assertEquals(whole.code, 0, whole.output);
    for (const mutation of ALL_MUTATIONS) {
      await t.step(mutation.name, async () => {
        const { code, output } = await workshop.testBroken(mutation);
        assert(code !== 0, `No test finds that ${mutation.name}: ${mutation.tests.join(", ")}`);
        assertMatch(output, FAILED_REGEXP);
        assertNotMatch(output, NOT_RUN_REGEXP);
      });
    }
  });
});

Deno.test("mutations have names of their own", () => {
  const names = ALL_MUTATIONS.map(({ name }) => name);
  assertEquals([...new Set(names)], names);
});

Deno.test("mutated() refuses what does not stand there once", () => {
  const mutation: Mutation = { name: "x", file: "a.ts", replace: "b", by: "c", tests: [] };
  assertEquals(mutated("abd", mutation), "acd");
  assertThrows(() => mutated("a", mutation), Error, "it has it 0 times");
  assertThrows(() => mutated("abb", mutation), Error, "it has it 2 times");
});
