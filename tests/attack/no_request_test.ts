/**
 * Adapters that never send the lab a request: whatever they make up, no check may pass for them, as
 * nothing of the lab's answers was ever read. Each rule is run alone, as a user does by `only`.
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { isViolation, modelChecks, runChecks, toolConfigChecks } from "../../mod.ts";
import type { CheckResult, ModelChecksOptions, NewModel, WireId } from "../../mod.ts";
import { MODEL_RULES } from "../../src/checks/rules/model_rules.ts";
import { finish, text } from "../support/events.ts";

/** A perfect turn, made up. */
const perfect: NewModel = () => ({
  async *stream() {
    yield* [text("Hello"), finish()];
  },
});

/** It fails before it sends anything, like one that lacks its key: an error where many are right. */
const throwing: NewModel = () => ({
  stream() {
    throw new Error("The key is missing");
  },
});

/** It takes the address, but not the `fetch`. */
const globalFetch: NewModel = ({ baseUrl }) => ({
  async *stream(_request, { signal } = {}) {
    const response = await fetch(baseUrl, { signal: signal ?? null });
    for await (const chunk of response.body!) yield text(new TextDecoder().decode(chunk));
    throw new Error("It knows no format");
  },
});

const ADAPTERS = { perfect, throwing, globalFetch };

/** The checks in which no request is due, each with the reason. */
const NONE_DUE: Readonly<Record<string, string>> = {
  "release-on-break: return before the first event":
    "the consumer asks for no event, and before one is asked for nothing need be sent",
  "release-on-abort: nothing read":
    "the consumer asks for no event, and before one is asked for nothing need be sent",
  "abort-is-not-an-end: before the call":
    "the signal has aborted before the call, so that nothing may be sent",
};

const OPTIONS: ModelChecksOptions = { deadlineMs: 50, server: false };
const WIRES: readonly WireId[] = ["openai-chat", "gemini", "ollama"];

for (const [name, newModel] of Object.entries(ADAPTERS)) {
  for (const wire of WIRES) {
    Deno.test(`no check of ${wire} passes without a request: ${name}`, async () => {
      for (const { id } of MODEL_RULES) await expectNone(newModel, wire, id);
    });
  }
}

async function expectNone(newModel: NewModel, wire: WireId, rule: string): Promise<void> {
  const checks = modelChecks(newModel, wire, { ...OPTIONS, only: [rule] });
  const due = checks.filter((check) => check.skip === undefined && !(check.name in NONE_DUE));
  if (due.length === 0) return;
  for (const result of (await runChecks(due)).results) expectTold(result);
}

function expectTold({ name, verdict, error }: CheckResult): void {
  assertEquals(verdict, "failed", `${name}: ${error}`);
  assert(isViolation(error));
  assertStringIncludes(
    error.actual,
    "no request was sent: the adapter must send its requests to the 'baseUrl' and by the 'fetch' " +
      'that it is given, or be checked with { transport: "server" } if it takes only a base URL',
    name,
  );
  assertEquals(error.actual.split("no request was sent").length, 2, error.actual);
  assertStringIncludes(error.replay ?? "", JSON.stringify(name));
}

Deno.test("the checks in which no request is due are known, and no others pass without one", async () => {
  const passed = new Set<string>();
  for (const newModel of Object.values(ADAPTERS)) {
    const { results } = await runChecks(modelChecks(newModel, "openai-chat", OPTIONS));
    for (const { name, verdict } of results) if (verdict === "passed") passed.add(name);
  }
  assertEquals([...passed].toSorted(), Object.keys(NONE_DUE).toSorted());
});

Deno.test("no check on a loopback port passes without a request, and says what is to be done", async () => {
  const only = ["truncation", "release-sockets", "stop-at-marker", "error-in-stream"];
  const options = { ...OPTIONS, server: true, transport: "server", only } as const;
  for (const newModel of [perfect, throwing]) {
    const { results } = await runChecks(modelChecks(newModel, "openai-chat", options));
    for (const { name, verdict, error } of results) {
      assertEquals(verdict, "failed", `${name}: ${error}`);
      const says = "no request was sent: the adapter must send its requests to the 'baseUrl' that";
      assertStringIncludes(String(error), says);
    }
  }
});

Deno.test("an adapter that takes only a base URL is checked by a loopback port", async () => {
  const options = { ...OPTIONS, server: true, transport: "server" } as const;
  const only = ["truncation: clean end after two events"];
  const report = await runChecks(modelChecks(globalFetch, "openai-chat", { ...options, only }));
  assertEquals(report.results.map(({ verdict }) => verdict), ["passed"]);
});

Deno.test("no check of a format of one's own passes without a request, where one is due", async () => {
  const wire = { event: (index: number) => `data: word ${index}\n\n` };
  for (const newModel of [perfect, throwing]) {
    const checks = modelChecks(newModel, wire, OPTIONS).filter(({ name }) => !(name in NONE_DUE));
    assertEquals(checks.length, 2);
    for (const result of (await runChecks(checks)).results) expectTold(result);
  }
});

Deno.test("one error after the first answer does not stand for an error from every answer", async () => {
  let calls = 0;
  const onceOnly: NewModel = ({ baseUrl, fetch }) => ({
    async *stream() {
      if (++calls > 1) throw new Error("The client was closed");
      await (await fetch(baseUrl)).text();
      yield* [text("Hello"), finish()];
    },
  });
  const only = ["truncation: a text turn cut at every event"];
  const { results } = await runChecks(
    modelChecks(onceOnly, "openai-chat", { ...OPTIONS, only }),
  );
  assertEquals(results.map(({ verdict }) => verdict), ["failed"]);
  assertStringIncludes(String(results[0]?.error), '"The client was closed" after no event, and no');
});

Deno.test("toolConfigChecks() says where requests must go, and checks also by a loopback port", async () => {
  const accepted = "tool-config: accepts get_weather";
  const failed = async (newModel: NewModel, transport: "fetch" | "server") => {
    const checks = toolConfigChecks(newModel, { deadlineMs: 50, transport, only: [accepted] });
    const [result] = (await runChecks(checks)).results;
    return result?.verdict === "passed" ? undefined : String(result?.error);
  };
  assertStringIncludes(
    await failed(globalFetch, "fetch") ?? "",
    "no request was sent: the adapter",
  );
  assertEquals(await failed(globalFetch, "server"), undefined);
  assertStringIncludes(await failed(perfect, "server") ?? "", "no error came, and no request was");
});
