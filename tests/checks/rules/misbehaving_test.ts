import { assertEquals, assertStringIncludes } from "@std/assert";
import type { NewModel } from "../../../src/checks/model_checks.ts";
import { modelChecks } from "../../../src/checks/model_checks.ts";
import { runChecks } from "../../../src/checks/run_checks.ts";
import type { CheckResult } from "../../../src/checks/run_checks.ts";
import type { Model } from "../../../src/turn/request.ts";
import type { TurnEvent } from "../../../src/turn/turn.ts";
import { finish, text } from "../../support/events.ts";

const NEVER = new Promise<never>(() => {});

const RULES = [
  "release-on-break",
  "release-on-abort",
  "release-sockets",
  "abort-is-not-an-end",
  "stop-at-marker",
  "after-marker",
  "slow-consumer",
  "parallel-streams",
];

/** To these every rule must say no, in some case; that the runner lives on is tested by the way. */
async function resultsOf(stream: () => unknown): Promise<readonly CheckResult[]> {
  const newModel: NewModel = () => ({ stream }) as Model;
  const checks = modelChecks(newModel, "openai-chat", { only: RULES, deadlineMs: 40 });
  return (await runChecks(checks)).results;
}

function withNext(next: () => unknown): () => unknown {
  return () => ({ [Symbol.asyncIterator]: () => ({ next }) });
}

const MISBEHAVING: Readonly<Record<string, () => unknown>> = {
  "throws at once": () => {
    throw new Error("At once");
  },
  "gives no stream": () => "no stream",
  "gives a promise": () => Promise.reject(new Error("Late")),
  "hangs": withNext(() => NEVER),
  "throws from next()": withNext(() => {
    throw new Error("At once");
  }),
  "gives no result": withNext(() => Promise.resolve()),
  "gives no events": withNext(() => Promise.resolve({ done: false, value: null })),
  "ends at once": withNext(() => Promise.resolve({ done: true, value: undefined })),
  "finishes at once, without a request": async function* () {
    yield finish();
  },
  "gives text for ever, without a request": async function* (): AsyncGenerator<TurnEvent> {
    for (;;) yield text("word ");
  },
};

for (const [name, stream] of Object.entries(MISBEHAVING)) {
  Deno.test(`every rule of a stream's life says no to an adapter that ${name}`, async () => {
    const results = await resultsOf(stream);
    const saying = results.filter(({ verdict }) => verdict === "failed" || verdict === "broken");
    assertEquals([...new Set(saying.map(({ rule }) => rule))], RULES);
  });
}

Deno.test("a stream that rejects long after its check does not take the runner down", async () => {
  const late: ((error: unknown) => void)[] = [];
  await resultsOf(withNext(() => new Promise((_, reject) => late.push(reject))));
  for (const reject of late) reject(new Error("Too late"));
  await new Promise((resolve) => setTimeout(resolve, 0));
});

Deno.test("an adapter that does not ask the lab is told so", async () => {
  const results = await resultsOf(async function* () {
    yield* [text("a"), text("b"), text("c"), finish()];
  });
  const first = results.find(({ name }) =>
    name === "release-on-break: break after the first event"
  );
  assertEquals(first?.verdict, "failed");
  assertStringIncludes(String(first?.error), "but no request was sent");
});

Deno.test("what goes wrong in a wire of one's own is no failure of the adapter", async () => {
  const newModel: NewModel = ({ baseUrl, fetch }) => ({
    async *stream() {
      for await (const _ of (await fetch(baseUrl)).body!) yield text("word ");
    },
  });
  let isOver = false;
  const wire = {
    event(index: number): string {
      if (index === 0 || !isOver) return `data: word ${index}\n\n`;
      throw new RangeError(`There is no event ${index}`);
    },
  };
  const checks = modelChecks(newModel, wire, { only: ["truncation"] });
  isOver = true;
  const { results } = await runChecks(checks);
  assertEquals(results.map(({ verdict }) => verdict), ["broken"]);
  assertStringIncludes(String(results[0]?.error), "There is no event 1");
});
