import { assertEquals } from "@std/assert";
import { atTurnEnd } from "../../../src/proxy/transport/at_turn_end.ts";

Deno.test("atTurnEnd() runs the tasks of a turn in order, and none of them at once", async () => {
  const done: string[] = [];
  atTurnEnd(() => done.push("first"));
  atTurnEnd(() => done.push("second"));
  assertEquals(done, []);
  await new Promise((resolve) => setTimeout(resolve, 0));
  assertEquals(done, ["first", "second"]);
});

Deno.test("atTurnEnd() runs what a task asks for later", async () => {
  const done: string[] = [];
  await new Promise<void>((resolve) => {
    atTurnEnd(() => {
      atTurnEnd(() => {
        done.push("inner");
        resolve();
      });
      done.push("outer");
    });
  });
  assertEquals(done, ["outer", "inner"]);
});
