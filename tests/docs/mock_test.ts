import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { generators, MockGPT } from "../../mock.ts";
import type { MockGptOptions } from "../../mock.ts";
import { HELP } from "../../src/mock/cli/flags.ts";
import { UNPLACED_FAULTS } from "../../src/mock/delivery/delivery_plan.ts";
import { ANTHROPIC_ENDPOINTS } from "../../src/mock/providers/anthropic/endpoints.ts";
import { COHERE_ENDPOINTS } from "../../src/mock/providers/cohere/endpoints.ts";
import { findEndpoint } from "../../src/mock/providers/find_endpoint.ts";
import { GEMINI_ENDPOINTS } from "../../src/mock/providers/gemini/endpoints.ts";
import { OLLAMA_ENDPOINTS } from "../../src/mock/providers/ollama/endpoints.ts";
import { OPENAI_ENDPOINTS } from "../../src/mock/providers/openai/endpoints.ts";
import { blocksIn, readText } from "./blocks.ts";

const page = await readText("docs/mock.md");

/** The text under a heading, up to the next one. */
function sectionOf(title: string): string {
  const [, text = ""] = page.split(new RegExp(`^#{2,3} ${title}$`, "m"));
  assert(text !== "", `There is no section '${title}'`);
  return text.split(/^#{2,3} /m, 1)[0]!;
}

/** The rows of the first table in a text, without its head. */
function rowsIn(text: string): readonly (readonly string[])[] {
  const lines = text.split("\n").filter((line) => line.startsWith("|"));
  return lines.slice(2).map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));
}

/** The words in backticks in a text. */
function wordsIn(text: string): readonly string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, word]) => word!);
}

/** The words in backticks in the first cells of a section's table. */
function namesIn(title: string): readonly string[] {
  return rowsIn(sectionOf(title)).flatMap(([first]) => wordsIn(first!));
}

/** What a mock says of options that are wrong. */
function complaint(options: unknown): string {
  return assertThrows(() => new MockGPT(options as MockGptOptions), Error).message;
}

/** The members that are known where an unknown one is refused. */
function knownBeside(options: (unknown: object) => unknown): readonly string[] {
  const [, list = ""] = /It must be one of: (.*)$/.exec(complaint(options({ "": 1 }))) ?? [];
  assert(list !== "", complaint(options({ "": 1 })));
  return list.split(", ");
}

const knownInRule = knownBeside((member) => ({ rules: [{ result: "", ...member }] }));
const CRITERIA_END = knownInRule.indexOf("result");

Deno.test("docs/mock.md names the options, the criteria and what else a rule has", () => {
  assertEquals(namesIn("Options").toSorted(), knownBeside((member) => member).toSorted());
  const criteria = rowsIn(sectionOf("Criteria")).map(([name]) => wordsIn(name!)[0]!);
  assertEquals(criteria.toSorted(), knownInRule.slice(0, CRITERIA_END).toSorted());
  const others = namesIn("Sequences, states and turns");
  const replies = wordsIn(sectionOf("Replies"));
  assertEquals(
    [...others, ...replies, "body"].toSorted(),
    knownInRule.slice(CRITERIA_END).toSorted(),
  );
});

Deno.test("docs/mock.md names the members of results, responses and deliveries", () => {
  const rule = (member: object) => ({ rules: [{ ...member }] });
  const members = {
    "Results": knownBeside((result) => rule({ result })),
    "Responses that fail": knownBeside((response) => rule({ response })),
    "Delivery": knownBeside((delivery) => rule({ result: "", delivery })),
  };
  for (const [title, known] of Object.entries(members)) {
    assertEquals(namesIn(title).toSorted(), known.toSorted(), title);
  }
});

/** The words within the backticks of a section. */
function codeIn(title: string): ReadonlySet<string> {
  return new Set(wordsIn(sectionOf(title)).flatMap((text) => text.split(/\W+/)));
}

Deno.test("docs/mock.md names what a delivery and recordings are made of", () => {
  const delivery = codeIn("Delivery");
  for (const name of ["timing", "chunking", "spelling"]) {
    const known = knownBeside((part) => ({ delivery: { [name]: part } }));
    assertEquals(known.filter((member) => !delivery.has(member)), [], name);
  }
  const recording = codeIn("Record and replay");
  const { forward, replay } = {
    forward: knownBeside((member) => ({ forward: { to: "http://mock", ...member } })),
    replay: knownBeside((member) => ({ replay: { cassettes: [], ...member } })),
  };
  assertEquals([...forward, ...replay].filter((member) => !recording.has(member)), []);
  const redact = knownBeside((member) => ({ forward: { to: "http://mock", redact: member } }));
  assertEquals(redact.filter((member) => !recording.has(member)), []);
});

/** The words that are allowed where another is refused. */
function allowed(options: unknown): readonly string[] {
  return [...complaint(options).split(": current value")[0]!.matchAll(/"([^"]+)"/g)]
    .map(([, word]) => word!);
}

Deno.test("docs/mock.md names the endpoints, the problems and the faults, and which have a position", () => {
  const surfaces = rowsIn(sectionOf("Criteria"))
    .filter(([name]) => name === "`surface`").flatMap(([, meaning]) => wordsIn(meaning!));
  assertEquals(surfaces, allowed({ rules: [{ surface: "?", result: "" }] }));
  const problem = { kind: "?", message: "" };
  const kinds = allowed({ rules: [{ response: { problem } }] });
  const [, listed = ""] = sectionOf("Responses that fail").split("Kinds of problems:");
  assertEquals(wordsIn(listed).slice(0, kinds.length), kinds);
  const faults = rowsIn(sectionOf("Faults"));
  const delivery = { faults: [{ kind: "?" }] };
  assertEquals(
    faults.map(([kind]) => wordsIn(kind!)[0]!),
    allowed({ rules: [{ result: "", delivery }] }),
  );
  const unplaced = faults.filter(([, position]) => position === "no");
  assertEquals(unplaced.map(([kind]) => wordsIn(kind!)[0]!), [...UNPLACED_FAULTS]);
});

Deno.test("docs/mock.md names the generators, and the slots of a template", () => {
  const named = namesIn("Generators").filter((word) => word.startsWith("generators."));
  assertEquals(
    named.map((word) => /\.(\w+)/.exec(word)![1]).toSorted(),
    Object.keys(generators).toSorted(),
  );
  const slots = [...sectionOf("Generators").matchAll(/`\{\{(\w+)\}\}`/g)].map(([, slot]) => slot!);
  const { message } = assertThrows(() => generators.template("{{?}}"), TypeError);
  assertEquals(slots.join(", "), /the slots are (.*)$/.exec(message)![1]);
});

Deno.test("docs/mock.md names the members of records and the findings of verdicts", async () => {
  const mock = new MockGPT({ rules: [{ result: "" }] });
  await mock.generate({ model: "m", messages: [{ role: "user", content: "hi" }] });
  assertEquals(namesIn("Records").toSorted(), Object.keys(mock.records[0]!).toSorted());
  assertEquals(namesIn("Verdict"), mock.verdict().findings.map(({ rule }) => rule));
});

Deno.test("docs/mock.md names all that the control API has, and flags that there are", async () => {
  const mock = new MockGPT();
  await using server = await mock.serve();
  const response = await fetch(`${server.url}/__mock/none`);
  const { error } = await response.json();
  const [, list] = /there are (.*)$/.exec(error.message)!;
  const named = namesIn("Control API").map((words) => words.replace("/__mock/", ""));
  assertEquals(named.toSorted(), list!.split(", ").toSorted());
  const flags = [...sectionOf("Command line").matchAll(/`(--[a-z-]+)/g)].map(([, flag]) => flag!);
  assert(flags.length > 5);
  for (const flag of flags) assertStringIncludes(HELP, `\n  ${flag} `);
});

const HEADERS: Readonly<Record<string, string>> = {
  anthropic: "anthropic-version",
  cohere: "x-fern-sdk-name",
  gemini: "x-goog-api-key",
};

Deno.test("docs/mock.md names every endpoint that is served, by its provider, and no other", () => {
  const found = rowsIn(sectionOf("What is served")).flatMap(([provider = "", request = ""]) => {
    const [method, path = ""] = wordsIn(request)[0]!.split(" ");
    const header = HEADERS[provider];
    const headers = new Headers(header === undefined ? {} : { [header]: provider });
    const at = path.replaceAll(/\{\w+\}/g, "one");
    return ["", "alt=sse"].map((query) => {
      const call = { method: method!, path: at, query: new URLSearchParams(query), headers };
      const endpoint = findEndpoint(call)?.endpoint;
      assertEquals(endpoint?.provider.id, provider, `${method} ${path}`);
      return endpoint!;
    });
  });
  const all = [
    ...ANTHROPIC_ENDPOINTS,
    ...COHERE_ENDPOINTS,
    ...GEMINI_ENDPOINTS,
    ...OLLAMA_ENDPOINTS,
    ...OPENAI_ENDPOINTS,
  ];
  // Vertex AI's, of which the page says that they are as the Gemini API's.
  const vertex = all.filter(({ path }) => path.source.includes("publishers"));
  const missing = all.filter((endpoint) => !found.includes(endpoint) && !vertex.includes(endpoint));
  assertEquals(missing.map(({ method, path }) => `${method} ${path}`), []);
  assertEquals(vertex.length, 3);
});

Deno.test("docs/mock.md says rightly what a fault does to an answer that is not streamed", async () => {
  const body = JSON.stringify({ model: "m", messages: [{ role: "user", content: "hi" }] });
  const statusOf = async (fault: object) => {
    const rules = [{ result: "Hello", delivery: { faults: [fault] } }];
    const { fetch } = new MockGPT({ rules } as MockGptOptions);
    const response = await fetch("http://mock/v1/chat/completions", { method: "POST", body });
    await response.body?.cancel();
    return response.status;
  };
  const inBodies = ["close", "reset", "hang", "error-frame", "malformed-frame", "duplicate-frame"];
  for (const [name] of rowsIn(sectionOf("Faults"))) {
    const kind = wordsIn(name!)[0]!;
    if (kind === "usage-on-every-chunk") continue;
    const isUnplaced = (UNPLACED_FAULTS as ReadonlySet<string>).has(kind);
    const fault = { kind, ...(!isUnplaced && { afterFrames: 0 }) };
    assertEquals(await statusOf(fault), inBodies.includes(kind) ? 200 : 400, kind);
  }
});

Deno.test("docs/mock.md has code that runs, and links to what is there", () => {
  const tags = new Set(blocksIn(page).map(({ tag }) => tag));
  assertEquals(tags, new Set(["ts", "sh"]));
  const anchors = [...page.matchAll(/^#{2,3} (.*)$/gm)].map(([, title]) =>
    title!.toLowerCase().replaceAll(/[^\w ]/g, "").replaceAll(" ", "-")
  );
  const linked = [...page.matchAll(/\]\(#([^)]*)\)/g)].map(([, anchor]) => anchor!);
  assertEquals(linked.filter((anchor) => !anchors.includes(anchor)), []);
});
