import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { modelChecks } from "../../src/checks/model_checks.ts";
import { OTHER_RULES } from "../../src/checks/other_rules.ts";
import { MODEL_RULES } from "../../src/checks/rules/model_rules.ts";
import { SAMPLES } from "../../src/checks/samples/all_samples.ts";
import { FAULTS } from "../kill_matrix/faults.ts";

const REPORT = /[\w.-]+\/[\w.-]+#\d+/g;
const PARTS = ["Why.", "Tried.", "Behind it.", "Do."];

/** The rules that restate the seed's contract. */
const SEED = [
  "finish",
  "release-on-abort",
  "release-on-break",
  "sse-error-class",
  "sse-error-last",
  "sse-finish-last",
  "sse-prefix",
  "tool-config",
  "tool-names",
  "truncation",
];

interface Section {
  readonly id: string;
  readonly text: string;
  /** The parts of the section, each with its name. */
  readonly items: readonly string[];
}

const page = await Deno.readTextFile(new URL("../../docs/rules.md", import.meta.url));
const sections: readonly Section[] = page.split(/^#{2,3} /m)
  .filter((text) => text.includes("**Behind it.**"))
  .map((text) => {
    const items = text.split(/^- /m).slice(1).map((item) => item.replaceAll(/\s+/g, " "));
    return { id: /^`(.*)`/.exec(text)?.[1] ?? text, text, items };
  });

function reportsOf({ items }: Section): readonly string[] {
  return items.find((item) => item.startsWith("**Behind it.**"))?.match(REPORT) ?? [];
}

Deno.test("docs/rules.md names every rule once, with the sentence that the code has", () => {
  const documented = sections.map(({ id, text }): [string, string] => {
    const sentence = /\*\*([^*]+)\*\*/.exec(text)?.[1] ?? "";
    return [id, sentence.replaceAll(/\s+/g, " ")];
  });
  const coded: [string, string][] = [
    ...MODEL_RULES.map(({ id, sentence }): [string, string] => [id, sentence]),
    ...Object.entries(OTHER_RULES),
  ];
  assertEquals(documented.toSorted(), coded.toSorted());
});

Deno.test("docs/rules.md says of every rule why, what is tried, what is behind it and what to do", () => {
  for (const { id, items } of sections) {
    assertEquals(items.map((item) => /^\*\*(.*?)\*\*/.exec(item)?.[1]), PARTS, id);
    for (const item of items) assertNotEquals(item.replace(/^\*\*.*?\*\*/, "").trim(), "", id);
  }
});

Deno.test("docs/rules.md marks the rules of the seed, and no others", () => {
  const marked = sections.filter(({ text }) => text.includes("\n**Seed**")).map(({ id }) => id);
  assertEquals(marked.toSorted(), SEED);
});

Deno.test("docs/rules.md cites every report that a fault of the rule comes from", () => {
  for (const section of sections) {
    const cited = new Set(reportsOf(section));
    const sources = FAULTS.filter(({ rule }) => rule === section.id).map(({ source }) => source);
    const missing = sources.filter((source) => source.match(REPORT) && !cited.has(source));
    assertEquals(missing, [], section.id);
  }
});

Deno.test("docs/rules.md cites no report without a fault of the rule or a sample", () => {
  const sampled = new Set(JSON.stringify(SAMPLES).match(REPORT));
  for (const section of sections) {
    const reports = reportsOf(section);
    const sources = new Set(
      FAULTS.filter(({ rule }) => rule === section.id).map(({ source }) => source),
    );
    assertEquals(reports.filter((one) => !sources.has(one) && !sampled.has(one)), [], section.id);
    assertEquals(new Set(reports).size, reports.length, section.id);
  }
});

Deno.test("docs/rules.md links to every rule in its table, and to nothing that is not there", () => {
  const anchors = new Set(
    [...page.matchAll(/^#{2,3} (.*)$/gm)].map(([, title]) => title!.replaceAll("`", "")),
  );
  const linked = [...page.matchAll(/\]\(#([^)]*)\)/g)].map(([, anchor]) => anchor!);
  assertEquals(linked.filter((anchor) => !anchors.has(anchor)), []);
  assertEquals(sections.filter(({ id }) => !linked.includes(id)).map(({ id }) => id), []);
});

/** The text under a heading, in one line. */
function sectionOf(title: string): string {
  const [, text = ""] = page.split(new RegExp(`^### ${title}$`, "m"));
  return text.split(/^#/m, 1)[0]!.replaceAll(/\s+/g, " ");
}

Deno.test("docs/rules.md names the checks that run on a wire of one's own", () => {
  const checks = modelChecks(() => ({ stream: () => new ReadableStream() }), {
    event: (index) => `data: ${index}\n\n`,
  });
  const named = [...sectionOf("A wire of your own").matchAll(/`([^`]+: [^`{]+)`/g)];
  assertEquals(named.map(([, name]) => name), checks.map(({ name }) => name));
});

Deno.test("docs/rules.md names the rules that can be lenient", async () => {
  const lenient: string[] = [];
  for (const { id } of MODEL_RULES) {
    const file = new URL(`../../src/checks/rules/${id.replaceAll("-", "_")}.ts`, import.meta.url);
    const code = await Deno.readTextFile(file);
    if (/\b(isHonest|isAcceptedFinish)\(/.test(code)) lenient.push(id);
  }
  const ids = new Set(MODEL_RULES.map(({ id }) => id));
  const named = [...sectionOf("`lenient`").matchAll(/`([a-z-]+)`/g)].map(([, word]) => word!);
  assertEquals(named.filter((word) => ids.has(word)).toSorted(), lenient.toSorted());
});

Deno.test("docs/rules.md says no more of the kill matrix than there is", () => {
  const [, count] = /more than (\d+) such\s+faults/.exec(page) ?? [];
  assert(FAULTS.length > Number(count), `${FAULTS.length} faults, more than ${count} promised`);
});
