import { assertEquals, assertThrows } from "@std/assert";
import { MockError, MockGPT } from "../../../mock.ts";

const ASK = { model: "m", messages: [{ role: "user", content: "x" }] };

Deno.test("MockGPT.assertDone() is content with a rule that was used once", async () => {
  const mock = new MockGPT({ rules: [{ name: "one", result: "" }] });
  assertThrows(() => mock.assertDone(), MockError, "'one' was never used");
  await mock.generate(ASK);
  mock.assertDone();
  await mock.generate(ASK);
  mock.assertDone();
});

Deno.test("MockGPT.assertDone() wants each reply of a sequence given, by one test", async () => {
  const sequence = [{ result: "" }, { result: "" }];
  const mock = new MockGPT({ rules: [{ name: "two", sequence }, { optional: true, result: "" }] });
  const ask = (testId: string) => mock.generate(ASK, { headers: { "x-test-id": testId } });
  const unfinished = (testId?: string) => {
    try {
      mock.assertDone(testId);
    } catch (error) {
      return /'two'.*$/.exec((error as Error).message)?.[0];
    }
    return "nothing";
  };
  assertEquals(unfinished(), "'two' was never used");
  await ask("a");
  await ask("b");
  const half = "'two' gave 1 of its 2 replies";
  assertEquals([unfinished(), unfinished("a"), unfinished("c")], [
    half,
    half,
    "'two' was never used",
  ]);
  await ask("a");
  assertEquals([unfinished(), unfinished("a"), unfinished("b")], ["nothing", "nothing", half]);
});
