import {
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { fetchModel } from "../../src/adapter/fetch_model.ts";
import { modelChecks } from "../../src/checks/model_checks.ts";
import type { ModelChecksOptions, NewModel } from "../../src/checks/model_checks.ts";
import { runChecks } from "../../src/checks/run_checks.ts";
import type { CustomWire } from "../../src/checks/subject.ts";
import { ContractViolation } from "../../src/checks/violation.ts";
import type { Model } from "../../src/turn/request.ts";
import type { WireId } from "../../src/wire/wire.ts";
import { WIRES } from "../../src/wire/wires.ts";

const reference = (wire: WireId): NewModel => ({ baseUrl, fetch }) =>
  fetchModel({ wire, baseUrl, fetch, apiKey: "none", model: "m" });

for (const wire of Object.keys(WIRES) as WireId[]) {
  for (const transport of ["fetch", "server"] as const) {
    Deno.test(`modelChecks() passes the reference adapter of ${wire} by ${transport}`, async () => {
      const { results } = await runChecks(modelChecks(reference(wire), wire, { transport }));
      const bad = results.filter(({ verdict }) => verdict === "failed" || verdict === "broken");
      assertEquals(bad.map(({ name, error }) => `${name}: ${error}`), []);
    });
  }
}

Deno.test("modelChecks() names each check once, by its rule and its case", () => {
  for (const wire of Object.keys(WIRES) as WireId[]) {
    const checks = modelChecks(reference(wire), wire);
    assertEquals(new Set(checks.map(({ name }) => name)).size, checks.length);
    for (const { rule, name } of checks) assertStringIncludes(name, `${rule}: `);
  }
});

/** A format that is not known: words as they are. */
const CUSTOM: CustomWire = { event: (index) => `data: word${index}\n\n` };

/** An adapter of that format that takes the end of the body for the end of the turn, or not. */
function customModel(isWhole: boolean): NewModel {
  return ({ baseUrl, fetch }) => ({
    async *stream(_, { signal } = {}) {
      const response = await fetch(baseUrl, { signal: signal ?? null });
      const decoder = new TextDecoder();
      for await (const chunk of response.body!) yield { type: "text", text: decoder.decode(chunk) };
      if (!isWhole) throw new Error("The stream was cut");
    },
  });
}

Deno.test("modelChecks() runs the seed's three checks on a format of one's own", async () => {
  const checks = modelChecks(customModel(false), CUSTOM);
  assertEquals([...new Set(checks.map(({ rule }) => rule))], [
    "release-on-break",
    "release-on-abort",
    "truncation",
  ]);
  const { results } = await runChecks(checks);
  assertEquals(results.map(({ verdict }) => verdict), ["passed", "passed", "passed"]);
});

Deno.test("modelChecks() finds a cut that passes on a format of one's own", async () => {
  const { results } = await runChecks(modelChecks(customModel(true), CUSTOM));
  assertEquals(results.filter(({ verdict }) => verdict === "failed").map(({ rule }) => rule), [
    "truncation",
  ]);
});

Deno.test("modelChecks() picks rules and checks by name", () => {
  const all = modelChecks(reference("openai-chat"), "openai-chat");
  const rule = modelChecks(reference("openai-chat"), "openai-chat", { only: ["truncation"] });
  assertEquals(
    rule.map(({ name }) => name),
    all.filter((c) => c.rule === "truncation").map((c) => c.name),
  );
  const { name } = rule[0]!;
  const one = modelChecks(reference("openai-chat"), "openai-chat", { only: [name] });
  assertEquals(one.map((check) => check.name), [name]);
});

Deno.test("modelChecks() gives with each violation how to run that check alone", async () => {
  const only = ["truncation: clean end after two events"];
  const [check] = modelChecks(customModel(true), "openai-chat", { only });
  const error = await assertRejects(check!.run, ContractViolation);
  assertEquals(error.replay, `pass { only: ${JSON.stringify(only)} }`);
  assertStringIncludes(error.message, `Replay: ${error.replay}`);
});

Deno.test("modelChecks() shows what the adapter had read, where a rule shows nothing better", async () => {
  const only = ["truncation: clean end after two events"];
  const [check] = modelChecks(customModel(true), "openai-chat", { only });
  const { excerpt } = await assertRejects(check!.run, ContractViolation);
  assertMatch(excerpt ?? "", /^body read up to byte \d+: ….*word0.* ✂ then the body ended$/);
  const idle: NewModel = () => ({
    async *stream() {
      yield { type: "text", text: "made up" };
    },
  });
  const [other] = modelChecks(idle, "openai-chat", { only });
  const violation = await assertRejects(other!.run, ContractViolation);
  assertEquals(violation.excerpt, "no request was sent");
});

Deno.test("modelChecks() skips the socket checks, with the reason, where no server may start", () => {
  const checks = modelChecks(reference("openai-chat"), "openai-chat", { server: false });
  const skipped = checks.filter(({ skip }) => skip !== undefined);
  assertEquals([...new Set(skipped.map(({ rule, skip }) => `${rule}: ${skip}`))], [
    "release-sockets: needs a loopback server",
  ]);
});

Deno.test("modelChecks() says what it wants when its arguments are wrong", () => {
  const right = reference("openai-chat");
  const check = (newModel: unknown, wire: unknown, options: unknown = {}) => () =>
    modelChecks(newModel as NewModel, wire as WireId, options as ModelChecksOptions);
  assertThrows(check(undefined, "openai-chat"), TypeError, "'newModel' must be a function");
  assertThrows(check(right, "smoke"), TypeError, "openai-chat");
  assertThrows(check(right, undefined), TypeError, "event(i)");
  assertThrows(check(right, {}), TypeError, "event(i)");
  assertThrows(check(right, "openai-chat", { deadlineMs: 0 }), RangeError, "'deadlineMs'");
  assertThrows(check(right, "openai-chat", { only: ["truncatoin"] }), RangeError, "truncation");
  assertThrows(check(right, "openai-chat", { only: [] }), RangeError, "'only' is empty");
  assertThrows(check(right, "openai-chat", { only: "reset" }), TypeError, "'only' must be a list");
  assertThrows(check(right, "openai-chat", { transport: "tcp" }), TypeError, "'transport'");
  assertThrows(check(right, "openai-chat", { terminator: "maybe" }), TypeError, "'terminator'");
});

Deno.test("modelChecks() refuses at once what is no event of a format of one's own", () => {
  const throws = () => {
    throw new Error("not yet");
  };
  const same = () => "data: x\n\n";
  const closing = (end: string) => (index: number) => index < 3 ? `data: ${index}\n\n` : end;
  const openAi = (reason: string | null) => (index: number) =>
    `data: {"choices":[{"delta":{"content":"${index}"},"finish_reason":${
      JSON.stringify(index < 2 ? null : reason)
    }}]}\n\n`;
  const ndjson = { framing: "ndjson" };
  const rows: readonly (readonly [object, typeof TypeError, string])[] = [
    [
      { event: () => "data: x" },
      TypeError,
      "ends with a blank line (or is the wire one of { framing",
    ],
    [{ event: () => "data: x\n" }, TypeError, 'event(0) gave "data: x\\n"'],
    [{ event: () => 7 }, TypeError, "event(0) gave 7"],
    [{ event: () => undefined }, TypeError, "event(0) gave undefined"],
    [{ event: () => Promise.reject(new Error("no")) }, TypeError, "event(0) gave a promise"],
    [{ event: throws }, TypeError, 'event(0) threw Error "not yet"'],
    [{ event: () => "" }, TypeError, 'event(0) gave ""'],
    [{ event: () => "\n\n" }, RangeError, "must say something in a field 'data': event(0) gave"],
    [{ event: (i: number) => `: ping ${i}\n\n` }, RangeError, "must say something"],
    [
      { event: same },
      RangeError,
      "must differ, so that they can be told apart: event(0) to event(7)",
    ],
    [{ event: closing("data: [DONE]\n\n") }, RangeError, 'event(3) gave "data: [DONE]'],
    [{ event: openAi("stop") }, RangeError, 'which ends one of "openai-chat"'],
    [{ ...ndjson, event: () => '{"a":1}' }, TypeError, "ends with a line feed"],
    [{ ...ndjson, event: () => "\n" }, RangeError, 'must say something: event(0) gave "\\n"'],
    [
      { ...ndjson, event: (i: number) => `{"message":{"content":"a"},"done":${i > 3}}\n` },
      RangeError,
      'which ends one of "ollama"',
    ],
    [{ event: same, framing: "lines" }, TypeError, `'framing' must be "sse" or "ndjson"`],
    [{ event: same, contentType: 5 }, TypeError, "'contentType' must be a text"],
    [{ event: same, framming: "sse" }, TypeError, 'did you mean "framing"?'],
  ];
  for (const [wire, kind, says] of rows) {
    const make = () => modelChecks(customModel(false), wire as CustomWire);
    assertThrows(make, kind, says);
  }
  modelChecks(customModel(false), { event: openAi(null) });
});

Deno.test("modelChecks() takes events of a format of one's own from an object with more members", () => {
  class Words implements CustomWire {
    readonly word = "word";
    event(index: number): string {
      return `data: ${this.word} ${index}\r\n\r\n`;
    }
  }
  assertEquals(modelChecks(customModel(false), new Words()).length, 3);
});

Deno.test("modelChecks() sends the events of a format of one's own as its framing says", async () => {
  const types: (string | null)[] = [];
  const newModel: NewModel = ({ baseUrl, fetch }) => ({
    async *stream() {
      const response = await fetch(baseUrl);
      types.push(response.headers.get("content-type"));
      const body = await response.text();
      for (const line of body.trimEnd().split("\n")) yield { type: "text", text: line };
      throw new Error(body);
    },
  });
  const event = (index: number) => `{"word":${index}}\n`;
  for (const contentType of [undefined, "application/jsonl"]) {
    const wire: CustomWire = { event, framing: "ndjson", contentType };
    const { ok } = await runChecks(modelChecks(newModel, wire, { only: ["truncation"] }));
    assertEquals(ok, true);
  }
  assertEquals(types, ["application/x-ndjson", "application/jsonl"]);
});

Deno.test("modelChecks() refuses an event of a format of one's own that ends the turn", async () => {
  const wire = { event: (index: number) => `data: [END ${index}]\n\n` };
  const newModel: NewModel = ({ baseUrl, fetch }) => ({
    async *stream(_, { signal } = {}) {
      const response = await fetch(baseUrl, { signal: signal ?? null });
      await response.body?.cancel();
      const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
      yield { type: "finish", finish: { reason: "stop", raw: "END", usage, discarded: usage } };
    },
  });
  const [check] = modelChecks(newModel, wire, { only: ["release-on-break"] });
  await assertRejects(check!.run, TypeError, "must not end the turn");
});

Deno.test("modelChecks() says so when newModel gives no model, or stream() no events", async () => {
  const only = ["truncation: clean end after two events"];
  const [noModel] = modelChecks(() => null as unknown as Model, "openai-chat", { only });
  await assertRejects(noModel!.run, TypeError, "stream(request, options)");
  const noEvents = () => ({ stream: () => Promise.resolve() }) as unknown as Model;
  const [check] = modelChecks(noEvents, "openai-chat", { only });
  await assertRejects(check!.run, TypeError, "async iterable");
});

Deno.test("modelChecks() accepts an explicit incomplete finish when lenient, and says where", async () => {
  const newModel: NewModel = (env) => {
    const model = reference("openai-chat")(env) as Model;
    return {
      async *stream(request, options) {
        try {
          yield* model.stream(request, options);
        } catch {
          const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
          yield {
            type: "finish",
            finish: { reason: "incomplete", raw: "incomplete", usage, discarded: usage },
          };
        }
      },
    };
  };
  const only = ["truncation"];
  const strict = await runChecks(modelChecks(newModel, "openai-chat", { only }));
  assertEquals(strict.results.every(({ verdict }) => verdict === "failed"), true);
  const lenient = await runChecks(modelChecks(newModel, "openai-chat", { only, lenient: true }));
  assertEquals(lenient.ok, true);
  for (const { notes } of lenient.results) {
    assertEquals(notes, ['lenient: the finish "incomplete" was accepted in place of an error']);
  }
});
