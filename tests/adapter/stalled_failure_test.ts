import { assert, assertEquals, assertRejects } from "@std/assert";
import { fetchModel } from "../../src/adapter/fetch_model.ts";
import { EXCERPT_MS } from "../../src/adapter/read_excerpt.ts";
import { ModelError } from "../../src/errors.ts";
import { ManualClock } from "../../src/testing/manual_clock.ts";
import { assemble } from "../../src/turn/assemble.ts";
import { ALL_WIRES } from "./fake_fetch.ts";
import { probeBody } from "./probe_body.ts";
import { PLAIN } from "./requests/sample_request.ts";

const ANSWERS = [
  { status: 429, type: "application/json", code: "RATE_LIMITED", says: "slow" },
  { status: 402, type: "application/json", code: "QUOTA", says: "slow" },
  { status: 500, type: "text/html", code: "STATUS", says: "slow" },
  { status: 200, type: "text/html", code: "STREAM_PROTOCOL", says: "slow" },
] as const;

const CASES = ALL_WIRES.flatMap((wire) => ANSWERS.map((answer) => ({ id: wire.id, ...answer })));

function failing(id: typeof CASES[number]["id"], response: Response, clock: ManualClock) {
  const model = fetchModel({
    wire: id,
    baseUrl: "http://api.example",
    model: "m",
    clock,
    fetch: () => Promise.resolve(response),
  });
  return assertRejects(() => assemble(model.stream(PLAIN)), ModelError);
}

Deno.test.each(CASES)(
  "fetchModel() tells $code on $id though the body of the $status stalls, and lets go",
  async ({ id, status, type, code, says }) => {
    const clock = new ManualClock();
    const body = probeBody([says, "STALL"]);
    const headers = { "content-type": type, "retry-after": "3" };
    const failure = failing(id, new Response(body.stream, { status, headers }), clock);
    await clock.advance(EXCERPT_MS);
    const error = await failure;
    assertEquals([error.code, body.cancels.length, clock.sleeping], [code, 1, 0]);
    assert(error.message.includes(says), error.message);
    if (status !== 200) assertEquals(error.retryAfterMs, 3000);
  },
);

Deno.test("fetchModel() tells of a redirect without waiting for its body", async () => {
  const clock = new ManualClock();
  const body = probeBody(["STALL"]);
  const headers = { location: "https://other.example/" };
  const error = await failing(
    "openai-chat",
    new Response(body.stream, { status: 302, headers }),
    clock,
  );
  assertEquals([error.code, error.status, body.reads()], ["STATUS", 302, 0]);
  assertEquals([body.cancels.length, clock.sleeping], [1, 0]);
});
