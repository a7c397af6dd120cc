/** Reports of hostile texts, and checks that break in every way. */
import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { ContractViolation, formatReport, registerChecks, runChecks } from "../../mod.ts";
import type { Check, CheckResult, ReportColumn, ReportFormat } from "../../mod.ts";

const FORMATS: readonly ReportFormat[] = ["text", "json", "markdown", "html"];
const EVIL = "\u001b]0;pwned\u0007\u001b[2J\u009b31m\r\u202e\u0000";
const MARKUP = "x|y <script>alert(1)</script> ```\n# Heading\n</details>\n```";

function columnOf(said: string): ReportColumn {
  const error = new ContractViolation({
    rule: said,
    expected: said,
    actual: said,
    excerpt: said,
    replay: said,
  });
  const result = { rule: said, name: said, durationMs: 1, notes: [said] };
  const results: readonly CheckResult[] = [
    { ...result, verdict: "failed", error },
    { ...result, rule: "broken", verdict: "broken", error: new Error(said) },
  ];
  return { name: said, report: { ok: false, results } };
}

Deno.test("formatReport() sends no control character on", () => {
  for (const format of FORMATS) {
    const report = formatReport([columnOf(EVIL)], format);
    // deno-lint-ignore no-control-regex -- they are what is looked for
    assert(!/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/.test(report), format);
    assert(report.includes("u001b[2J"), format);
  }
});

Deno.test("formatReport() lets no text out of its place in Markdown and HTML", () => {
  const markdown = formatReport([columnOf(MARKUP)], "markdown");
  // Only as code, which nothing in it can close, may markup stand as it is.
  const outside = markdown.replaceAll(/^ *(````+)text\n[^]*?\n *\1$/gm, "")
    .replaceAll(/^\| `[^`]*`/gm, "");
  assert(!outside.includes("<script>"), outside);
  assert(!/^\s*(# Heading|<\/details>)/m.test(outside), outside);
  const html = formatReport([columnOf(MARKUP)], "html");
  assert(!html.includes("<script>") && !html.includes("\n</details>\n</details>"));
});

Deno.test("formatReport() keeps each line of the text report whole", () => {
  const lines = formatReport([columnOf(MARKUP)], "text").split("\n");
  assertEquals(lines.filter((line) => line.startsWith("# Heading")), []);
});

const OK: Check = { rule: "mine", name: "mine: holds", run: () => Promise.resolve() };

function throwing(thrown: unknown): Check {
  return { ...OK, run: () => Promise.reject(thrown) };
}

const trap = (): never => {
  throw new Error("trap");
};

const BROKEN: readonly (readonly [string, unknown])[] = [
  ["throws an object without a text", throwing(Object.create(null))],
  ["throws a symbol", throwing(Symbol("thrown"))],
  ["throws nothing", throwing(undefined)],
  ["throws what cannot be looked at", throwing(new Proxy({}, { get: trap, getPrototypeOf: trap }))],
  ["throws what has a text that throws", throwing({ toString: trap })],
  ["has no function", { rule: "mine", name: "mine: holds" }],
  ["throws at once", { ...OK, run: trap }],
];

for (const [name, check] of BROKEN) {
  Deno.test(`runChecks() calls a check broken that ${name}, and the report shows it`, async () => {
    const report = await runChecks([check as Check, OK]);
    assertEquals(report.results.map(({ verdict }) => verdict), ["broken", "passed"]);
    for (const format of FORMATS) {
      assert(formatReport([{ name: "a", report }], format).includes("could not judge"));
    }
  });
}

Deno.test("runChecks() takes notes of a wrong kind for none", async () => {
  for (const notes of [null, 5, "text"]) {
    const { results } = await runChecks([{ ...OK, notes } as unknown as Check]);
    assertEquals(results[0]?.notes, undefined);
  }
});

Deno.test("runChecks() starts no more workers than there are checks", async () => {
  assert((await runChecks([OK], { concurrency: 2 ** 40 })).ok);
});

Deno.test("runChecks() starts no further check once onResult() has thrown", async () => {
  let ran = 0;
  const check = { ...OK, run: () => Promise.resolve(void ran++) };
  const run = () => runChecks(new Array(20).fill(check), { concurrency: 2, onResult: trap });
  await assertRejects(run, Error, "trap");
  await new Promise((resolve) => setTimeout(resolve, 0));
  assert(ran <= 2, `${ran} ran`);
});

Deno.test("checks and reports of a wrong kind are refused by name", async () => {
  for (const odd of [undefined, null, 5, {}, "text", [null], [5]]) {
    const checks = odd as readonly Check[];
    await assertRejects(() => runChecks(checks), TypeError, "'checks' must be a list of checks");
    assertThrows(
      () => registerChecks(checks, trap),
      TypeError,
      "'checks' must be a list of checks",
    );
    const columns = odd as unknown as readonly ReportColumn[];
    assertThrows(() => formatReport(columns, "text"), TypeError, "'columns' must be a list of");
  }
  const onResult = 5 as unknown as () => void;
  await assertRejects(() => runChecks([OK], { onResult }), TypeError, "'onResult'");
});
