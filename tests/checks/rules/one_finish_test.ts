import { assertEquals } from "@std/assert";
import { finish, text } from "../../support/events.ts";
import { faulty, Loop, loopAdapter } from "./loop_adapter.ts";
import { toNewModel } from "./map_events.ts";
import { casesOf, failuresOf } from "./tiny_adapter.ts";

const RULE = "one-finish";
const ALL = casesOf(RULE);
/** Of ends that contradict each other, refusing them is right as well. */
const CONTRADICTION = "two different finish reasons";
const CLEAR = ALL.filter((name) => name !== CONTRADICTION);

Deno.test("one-finish fails an adapter that finishes for the reason and for the marker", async () => {
  const twice = faulty((loop) => ({
    *readChoice(choice) {
      const before = loop.state.reason;
      yield* Loop.prototype.readChoice.call(loop, choice);
      if (loop.state.reason !== before) yield loop.finish();
    },
  }));
  const failures = await failuresOf(RULE, twice);
  assertEquals(Object.keys(failures), ALL);
  assertEquals(
    failures["a text turn"],
    "[one-finish] Expected one finish, and nothing after it, but it gave 2 finish events",
  );
});

Deno.test("one-finish fails an adapter that finishes for every reason told", async () => {
  const each = faulty((loop) => ({
    *readChoice(choice) {
      yield* Loop.prototype.readChoice.call(loop, choice);
      if (choice.finish_reason) yield loop.finish();
    },
    end: () => [],
  }));
  assertEquals(Object.keys(await failuresOf(RULE, each)), [
    "the same finish_reason twice",
    "the finish_reason again beside the usage",
    CONTRADICTION,
  ]);
});

Deno.test("one-finish fails an adapter that gives something after the finish", async () => {
  const late = toNewModel(async function* (events) {
    yield* events;
    yield text("");
  });
  const failures = await failuresOf(RULE, late);
  assertEquals(Object.keys(failures), CLEAR);
  assertEquals(
    failures["a text turn"],
    '[one-finish] Expected one finish, and nothing after it, but a "text" event followed the finish',
  );
});

Deno.test("one-finish fails an adapter that throws after the finish", async () => {
  const late = toNewModel(async function* (events) {
    yield* events;
    throw new Error("Too late");
  });
  const failures = await failuresOf(RULE, late);
  assertEquals(
    failures["a text turn"],
    "[one-finish] Expected one finish, and nothing after it, but it threw Error " +
      '"Too late" after the finish',
  );
});

Deno.test("one-finish fails an adapter that gives no finish, or only fails", async () => {
  const none = toNewModel(async function* (events) {
    for await (const event of events) if (event.type !== "finish") yield event;
  });
  assertEquals(Object.keys(await failuresOf(RULE, none)), CLEAR);
  const throws = faulty(() => ({
    end: () => {
      throw new Error("Never");
    },
  }));
  assertEquals(Object.keys(await failuresOf(RULE, throws)), CLEAR);
});

Deno.test("one-finish fails an adapter whose stream of Gemini ends at the first reason", async () => {
  const first = toNewModel(async function* (events) {
    for await (const event of events) {
      yield event;
      if (event.type === "text") return yield finish("stop", { raw: "STOP" });
    }
  }, "gemini");
  const failures = await failuresOf(RULE, first, { wire: "gemini" });
  assertEquals(Object.keys(failures), ["a finishReason on every chunk"]);
});

Deno.test("one-finish passes the loop done right", async () => {
  assertEquals(await failuresOf(RULE, loopAdapter(() => new Loop())), {});
});
