import { assertEquals, assertInstanceOf, assertRejects, assertThrows } from "@std/assert";
import { andThen, orElse } from "../src/awaitable.ts";

Deno.test("what is there is gone on with at once, and what will be when it is", async () => {
  assertEquals(andThen(1, (value) => value + 1), 2);
  const later = andThen(Promise.resolve(1), (value) => value + 1);
  assertInstanceOf(later, Promise);
  assertEquals(await later, 2);
});

Deno.test("what fails, at once or later, is told of, and something else stands for it", async () => {
  const fail = (): number => {
    throw new Error("no");
  };
  const told: unknown[] = [];
  const tell = (error: unknown) => told.push((error as Error).message);
  assertEquals(orElse(() => 5, tell), 5);
  assertEquals(orElse(fail, tell), 1);
  const later = orElse(() => Promise.resolve().then(fail), tell);
  assertInstanceOf(later, Promise);
  assertEquals(await later, 2);
  assertEquals(told, ["no", "no"]);
});

Deno.test("what the other throws in turn is thrown, in the same way", async () => {
  const fail = (): never => {
    throw new Error("first");
  };
  const failAgain = (): never => {
    throw new Error("second");
  };
  assertThrows(() => orElse(fail, failAgain), Error, "second");
  await assertRejects(
    async () => await orElse(async () => await fail(), failAgain),
    Error,
    "second",
  );
});
