import { assertEquals } from "@std/assert";
import { toBytes } from "../../../src/bytes.ts";
import { readReply } from "../../../src/checks/judge/read.ts";
import { MemoryLab } from "../../../src/checks/lab/memory_lab.ts";
import { systemClock } from "../../../src/clock.ts";
import type { Trial } from "../../../src/checks/rule.ts";
import { finish, text } from "../../support/events.ts";

const DEADLINE_MS = 40;

/** Reads a body with an adapter that waits after each chunk. */
async function readSlowly(gapMs: number, chunks: number): Promise<string> {
  const lab = new MemoryLab();
  try {
    const trial: Trial = {
      lab,
      model: {
        async *stream(_request, options) {
          for await (const chunk of (await lab.env.fetch(lab.env.baseUrl)).body!) {
            await systemClock.sleep(gapMs, options?.signal);
            yield text(new TextDecoder().decode(chunk));
          }
          yield finish();
        },
      },
      settings: { deadlineMs: DEADLINE_MS, lenient: false, terminator: "required" },
      fail: (parts) => {
        throw new Error(parts.actual);
      },
      note() {},
    };
    const outcome = await readReply(trial, {
      contentType: "text/plain",
      chunks: Array.from({ length: chunks }, () => toBytes("word ")),
      end: "close",
    });
    return outcome.kind;
  } finally {
    await lab.close();
  }
}

Deno.test("readReply() waits longer than the deadline for an adapter that goes on reading", async () => {
  assertEquals(await readSlowly(DEADLINE_MS / 4, 12), "turn");
});

Deno.test("readReply() does not wait for an adapter that stops reading", async () => {
  assertEquals(await readSlowly(DEADLINE_MS * 10, 1), "hung");
});
