import { assertEquals } from "@std/assert";
import { toBytes } from "../../../src/bytes.ts";
import { readReply } from "../../../src/checks/judge/read.ts";
import { MemoryLab } from "../../../src/checks/lab/memory_lab.ts";
import { systemClock } from "../../../src/clock.ts";
import type { Reply } from "../../../src/checks/lab/reply.ts";
import type { Outcome } from "../../../src/checks/outcome.ts";
import type { Trial } from "../../../src/checks/rule.ts";
import type { TurnEvent } from "../../../src/turn/turn.ts";
import { finish, text } from "../../support/events.ts";

const DEADLINE_MS = 40;

type Stream = (lab: MemoryLab, signal: AbortSignal | undefined) => AsyncIterable<TurnEvent>;

/** What reading this many chunks comes to. */
async function kindOf(chunks: number, stream: Stream): Promise<Outcome["kind"]> {
  const lab = new MemoryLab();
  const trial: Trial = {
    lab,
    model: { stream: (_request, options) => stream(lab, options?.signal) },
    settings: { deadlineMs: DEADLINE_MS, lenient: false, terminator: "required" },
    fail: (parts) => {
      throw new Error(parts.actual);
    },
    note() {},
  };
  try {
    const words = Array.from({ length: chunks }, () => toBytes("word "));
    const reply: Reply = { contentType: "text/plain", chunks: words, end: "close" };
    return (await readReply(trial, reply)).kind;
  } finally {
    await lab.close();
  }
}

/** Waits after each chunk. */
function slow(gapMs: number): Stream {
  return async function* ({ env }, signal) {
    for await (const chunk of (await env.fetch(env.baseUrl)).body!) {
      await systemClock.sleep(gapMs, signal);
      yield text(new TextDecoder().decode(chunk));
    }
    yield finish();
  };
}

Deno.test("readReply() waits longer than the deadline for an adapter that goes on reading", async () => {
  assertEquals(await kindOf(12, slow(DEADLINE_MS / 4)), "turn");
});

Deno.test("readReply() does not wait for an adapter that stops reading", async () => {
  assertEquals(await kindOf(1, slow(DEADLINE_MS * 10)), "hung");
});

Deno.test("readReply() does not wait for an adapter that asks again and again", async () => {
  const again: Stream = async function* ({ env }, signal) {
    for (let body = ""; body !== "enough";) {
      body = await (await env.fetch(env.baseUrl)).text();
      await systemClock.sleep(DEADLINE_MS / 4, signal);
    }
    yield finish();
  };
  assertEquals(await kindOf(1, again), "hung");
});
