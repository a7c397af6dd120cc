import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import type { PushReader } from "../../../src/checks/sse/emit.ts";
import { pushReader } from "../../../src/checks/sse/push_reader.ts";
import { readSse } from "../../../src/checks/sse/read_sse.ts";
import { ContractViolation } from "../../../src/checks/violation.ts";
import type { TurnEvent } from "../../../src/turn/turn.ts";
import { FINISH } from "./readers.ts";

/** Letters before a full stop, each a text of its own. */
const BODY = "abc.";

function say(text: string): TurnEvent {
  return { type: "text", text };
}

/** Sends each letter as it comes; what it does when nobody listens any more is its own. */
function sending(
  onLeft: (reader: ReadableStreamDefaultReader) => void | Promise<void>,
): PushReader {
  return async (body, send) => {
    const reader = body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      for (const letter of new TextDecoder().decode(value)) {
        const event = letter === "." ? FINISH : say(letter);
        if (!await send(event)) return await onLeft(reader);
      }
    }
  };
}

async function violationOf(push: PushReader): Promise<ContractViolation> {
  return await assertRejects(() => readSse(pushReader(push), BODY), ContractViolation);
}

Deno.test("readSse() passes a push reader that stops when nobody listens", async () => {
  for (const cancel of [true, false]) {
    const { turn } = await readSse(
      // One that has read it all has nothing to cancel.
      pushReader(
        cancel ? sending((reader) => reader.cancel()) : async (body, send) => {
          for (const letter of await new Response(body).text()) {
            if (!await send(letter === "." ? FINISH : say(letter))) return;
          }
        },
      ),
      BODY,
    );
    assertEquals(turn?.text, "abc");
  }
});

const GOING_ON: Readonly<Record<string, PushReader>> = {
  "does not look at what send gives": async (body, send) => {
    for (const letter of await new Response(body).text()) {
      await send(letter === "." ? FINISH : say(letter));
    }
  },
  "tells of an error that nobody asked for": (body, send) =>
    sending((reader) => reader.cancel())(body, async (emit) => {
      if (await send(emit)) return true;
      await send({ type: "error", error: new Error("left") });
      return false;
    }),
  "never waits": async (body, send) => {
    const decoder = new TextDecoder();
    for await (const chunk of body) {
      for (const letter of decoder.decode(chunk)) void send(letter === "." ? FINISH : say(letter));
    }
  },
  "sends for ever": async (body, send) => {
    const reader = body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      for (const letter of new TextDecoder().decode(value)) {
        if (await send(letter === "." ? FINISH : say(letter))) continue;
        await reader.cancel();
        for (;;) await send(say("x"));
      }
    }
  },
};

for (const [does, push] of Object.entries(GOING_ON)) {
  Deno.test(`readSse() finds a push reader that ${does}`, async () => {
    const error = await violationOf(push);
    assertEquals(error.rule, "sse-stop");
    assertMatch(error.actual, /^send was called (again|\d+ times more) after it had given false$/);
  });
}

Deno.test("readSse() finds a push reader that reads on where it should cancel", async () => {
  const error = await violationOf(sending(async (reader) => {
    while (!(await reader.read()).done);
  }));
  assertEquals(
    [error.rule, error.actual],
    ["sse-stop", "it read the body to its end once send had given false"],
  );
});

Deno.test("readSse() finds a push reader that stops and holds the body", async () => {
  assertEquals((await violationOf(sending(() => {}))).rule, "sse-release");
});

Deno.test("readSse() takes what a push reader sends that is no event for none", async () => {
  for (const nothing of [undefined, null, {}, 5]) {
    const error = await violationOf(async (body, send) => {
      await body.cancel();
      await send(nothing as unknown as TurnEvent);
    });
    assertEquals(error.rule, "sse-event");
  }
});
