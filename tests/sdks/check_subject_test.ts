import { assertEquals, assertInstanceOf, assertRejects } from "@std/assert";
import { ContractViolation, fetchModel } from "../../mod.ts";
import type { Model, NewModel, TurnEvent } from "../../mod.ts";
import { checkSubject } from "../../tools/sdks/check_subject.ts";
import { isolated } from "../../tools/sdks/isolated.ts";
import { referenceSubject } from "../../tools/sdks/reference.ts";
import type { SdkSubject } from "../../tools/sdks/sdk_subject.ts";
import { readSubjectReport, writeSubjectReport } from "../../tools/sdks/subject_report.ts";
import { verdictsOf } from "../../tools/sdks/verdicts.ts";

const OLLAMA = referenceSubject("ollama");

/** The reference adapter, with its errors turned into a finish of this reason. */
function saying(reason: string): NewModel {
  return ({ baseUrl, fetch }): Model => {
    const model = fetchModel({ wire: "ollama", baseUrl, fetch });
    const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
    return {
      async *stream(request, options = {}): AsyncGenerator<TurnEvent> {
        try {
          yield* model.stream(request, options);
        } catch {
          yield { type: "finish", finish: { reason, raw: reason, usage, discarded: usage } };
        }
      },
    };
  };
}

function subject(parts: Partial<SdkSubject>): SdkSubject {
  return { ...OLLAMA, ...parts };
}

Deno.test("checkSubject() skips what is excluded, with the reason, and nothing else", async () => {
  const excluded = { "usage": "no counts", "framing: one byte a chunk": "never happens" };
  const { report } = await checkSubject(subject({ excluded }), {}, { quick: true });
  const skipped = report.results.filter(({ skip }) =>
    skip === "no counts" || skip === "never happens"
  );
  const expected = report.results.filter(({ rule, name }) =>
    rule === "usage" || name === "framing: one byte a chunk"
  );
  assertEquals(skipped, expected);
  assertEquals(verdictsOf(report).usage, "skipped");
  assertEquals(verdictsOf(report).framing, "passed");
});

Deno.test("checkSubject() refuses to exclude what is no check", async () => {
  await assertRejects(
    () => checkSubject(subject({ excluded: { typo: "?" } }), {}, { quick: true }),
    Error,
    'has no check "typo" to exclude',
  );
});

Deno.test("checkSubject() finds what passes if an incomplete finish is accepted", async () => {
  const options = { quick: true, alsoLeniently: true };
  const honest = subject({ newModel: () => saying("interrupted") });
  const { report, lenient } = await checkSubject(honest, {}, options);
  const failed = report.results.filter(({ verdict }) => verdict === "failed");
  assertEquals(lenient.includes("truncation: a text turn cut at every event"), true);
  assertEquals(failed.filter(({ name }) => !lenient.includes(name)).map(({ rule }) => rule), []);
  const vague = await checkSubject(subject({ newModel: () => saying("other") }), {}, options);
  assertEquals(vague.lenient, []);
});

Deno.test("a report stays what it is from one process to another", async () => {
  const wrong = subject({ newModel: () => saying("other") });
  const verdicts = await checkSubject(wrong, {}, { quick: true });
  const before = { ...verdicts, versions: { ollama: "1.2.3" } };
  const after = readSubjectReport(writeSubjectReport(before));
  assertEquals(after.versions, before.versions);
  assertEquals(verdictsOf(after.report), verdictsOf(before.report));
  const find = ({ report }: typeof after) =>
    report.results.find(({ rule, verdict }) => rule === "truncation" && verdict === "failed")
      ?.error;
  const [told, read] = [find(before), find(after)];
  assertInstanceOf(told, ContractViolation);
  assertInstanceOf(read, ContractViolation);
  assertEquals(read.message, told.message);
});

Deno.test("isolated() keeps the console quiet and counts what was left", async () => {
  const original = console.warn;
  const { result, stray } = await isolated(() => {
    console.warn("not shown");
    console.log("not shown");
    Promise.reject(new Error("left to nobody"));
    return Promise.resolve(7);
  });
  assertEquals(result, 7);
  assertEquals(stray, { lines: 2, rejections: ["Error: left to nobody"] });
  assertEquals(console.warn, original);
});

Deno.test("isolated() gives the console back after a failure", async () => {
  const original = console.log;
  await assertRejects(() => isolated(() => Promise.reject(new Error("broken"))), Error, "broken");
  assertEquals(console.log, original);
});
