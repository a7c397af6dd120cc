import { assertMatch, assertRejects } from "@std/assert";
import { checkSsePrefix } from "../../../src/checks/sse/check_sse_prefix.ts";
import type { SseReader } from "../../../src/checks/sse/emit.ts";
import { readSse } from "../../../src/checks/sse/read_sse.ts";
import { ContractViolation } from "../../../src/checks/violation.ts";
import type { TurnEvent } from "../../../src/turn/turn.ts";
import { BAD_EVENTS, NO_EVENTS, NO_RESULTS } from "../../support/bad_values.ts";
import { BODY, changed, FINISH } from "./readers.ts";

/** Gives a value in place of the first event, and then the finish. */
function giving(value: unknown): SseReader {
  return changed(async function* (events) {
    for await (const _ of events);
    yield value as TurnEvent;
    yield FINISH;
  });
}

for (const [name, event] of Object.entries({ ...NO_EVENTS, ...BAD_EVENTS })) {
  Deno.test(`readSse() finds that a reader gives ${name} for an event`, async () => {
    const error = await assertRejects(() => readSse(giving(event), BODY), ContractViolation);
    assertMatch(error.rule, /^(sse-event|sse-finish-last|finish)$/);
    await assertRejects(() => checkSsePrefix(giving(event), BODY, 20), ContractViolation);
  });
}

for (const [name, result] of Object.entries(NO_RESULTS)) {
  Deno.test(`readSse() finds that the next() of a reader gives ${name}`, async () => {
    const reader: SseReader = (body) => ({
      [Symbol.asyncIterator]: () => ({
        async next() {
          await body.cancel();
          return result as IteratorResult<TurnEvent>;
        },
      }),
    });
    const error = await assertRejects(() => readSse(reader, BODY), ContractViolation);
    assertMatch(
      error.message,
      /^\[sse-event\] Expected .*next\(\).*, but (it gave|reading it threw)/,
    );
  });
}
