import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import * as testing from "../../testing.ts";
import type {
  Anomaly,
  BuildFault,
  CheckAgainstModelOptions,
  ContractVerdict,
  DenoKvTraceStoreOptions,
  DeterminismOptions,
  MoveThreadOptions,
  RecordHistoryOptions,
  ResumeOptions,
  RunContractOptions,
  SqliteTraceStoreOptions,
  StopKind,
  StoreUnderTest,
  TraceStore,
  TraceStoreContractOptions,
  TraceStoreErrorCode,
} from "../../testing.ts";
import type { PostgresTraceStoreOptions } from "../../postgres.ts";
import { HELP } from "../../src/testing/contract/cli/flags.ts";
import { BUILD_FAULTS } from "../agent/faults/build_faults.ts";
import { RESUME_FAULTS } from "../agent/faults/resume_faults.ts";
import { blocksIn, readText } from "./blocks.ts";
import { casesIn, casesText } from "./contract_cases.ts";

const page = await readText("docs/testing.md");

/** The text under a heading, up to the next one. */
function sectionOf(title: string): string {
  const [, text = ""] = page.split(new RegExp(`^#{2,3} ${title}$`, "m"));
  assert(text !== "", `There is no section '${title}'`);
  return text.split(/^#{2,3} /m, 1)[0]!;
}

/** The words in backticks in a text. */
function wordsIn(text: string): readonly string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, word]) => word!);
}

/** The words in the first cells of the first table under a heading. */
function namesIn(title: string): string[] {
  const rows = sectionOf(title).split("\n").filter((line) => line.startsWith("|")).slice(2);
  return rows.map((row) => wordsIn(row.split("|")[1]!)[0]!.split("(")[0]!).toSorted();
}

/** All names of a type, which the compiler makes sure of: a new one is missed here first. */
function namesOf<T extends PropertyKey>(names: Readonly<Record<T, true>>): string[] {
  return Object.keys(names).toSorted();
}

Deno.test("docs/testing.md has the cases of the contract, each by its name; tests/docs/contract_cases.ts writes them", () => {
  assertEquals(casesIn(page), casesText());
  assert(casesText().split("\n| `").length > 43);
});

Deno.test("docs/testing.md names the methods of a store, its refusals, and what one under test gives", () => {
  assertEquals(
    namesIn("The store"),
    namesOf<keyof TraceStore>({
      append: true,
      read: true,
      readBackwards: true,
      delete: true,
      load: true,
      threads: true,
      acquire: true,
      renew: true,
      release: true,
      lease: true,
    }),
  );
  assertEquals(
    namesIn("Refusals"),
    namesOf<TraceStoreErrorCode>({
      SEALED_EVENT: true,
      STREAM_MOVED: true,
      THREAD_GONE: true,
      LEASE_HELD: true,
      LEASE_EXPIRED: true,
      INVALID_LOG: true,
      INVALID_EVENT: true,
    }),
  );
  assertEquals(
    namesIn("What a store gives"),
    namesOf<keyof StoreUnderTest>({
      store: true,
      peer: true,
      skewed: true,
      reopen: true,
      advance: true,
      close: true,
    }),
  );
});

Deno.test("docs/testing.md names the options of the checks", () => {
  assertEquals(
    namesIn("Options"),
    namesOf<keyof TraceStoreContractOptions>({
      level: true,
      leaseMs: true,
      stressMs: true,
      timeoutMs: true,
      except: true,
      without: true,
    }),
  );
  assertEquals(
    namesIn("Without a test runner"),
    namesOf<keyof RunContractOptions>({
      reporter: true,
      write: true,
      filter: true,
      concurrency: true,
      signal: true,
    }),
  );
  assertEquals(
    namesIn("Against the model"),
    namesOf<keyof CheckAgainstModelOptions>({
      numRuns: true,
      seed: true,
      path: true,
      timeoutMs: true,
    }),
  );
  assertEquals(
    namesIn("Resume"),
    namesOf<keyof ResumeOptions>({
      store: true,
      isId: true,
      compared: true,
      stops: true,
      timeoutMs: true,
      signal: true,
    }),
  );
  assertEquals(
    namesIn("Determinism"),
    namesOf<keyof DeterminismOptions>({
      ambient: true,
      views: true,
      recorded: true,
      isCall: true,
      hashOf: true,
      hash: true,
      timeoutMs: true,
    }),
  );
});

/** Makes sure that all names are among the words of a section. */
function assertNamed(title: string, names: readonly string[]): void {
  const words = new Set(wordsIn(sectionOf(title)).flatMap((text) => text.split(/[^\w-]+/)));
  assertEquals(names.filter((name) => !words.has(name)), [], title);
}

Deno.test("docs/testing.md names the options of stores, moves and histories, and all verdicts", () => {
  assertNamed("Stores that are there", [
    ...namesOf<keyof SqliteTraceStoreOptions>({
      clock: true,
      pollMs: true,
      busyTimeoutMs: true,
      synchronous: true,
    }),
    ...namesOf<keyof DenoKvTraceStoreOptions>({ clock: true, prefix: true, pollMs: true }),
    ...namesOf<keyof PostgresTraceStoreOptions>({ schema: true, notify: true, pollMs: true }),
  ]);
  assertNamed("Moving threads", namesOf<keyof MoveThreadOptions>({ owner: true, ttlMs: true }));
  assertNamed(
    "Histories",
    namesOf<keyof RecordHistoryOptions>({
      workers: true,
      operations: true,
      seed: true,
      thread: true,
      timeoutMs: true,
    }),
  );
  assertNamed(
    "Without a test runner",
    namesOf<ContractVerdict>({
      passed: true,
      failed: true,
      skipped: true,
      excluded: true,
      "excluded-but-passes": true,
    }),
  );
  const stops = namesOf<Exclude<StopKind, "alternate">>({ after: true, lost: true, before: true });
  assertNamed("Resume", stops);
  const faults = namesOf<BuildFault>({ "no-rebuild": true, impure: true, changed: true });
  assertNamed("Determinism", faults);
});

Deno.test("docs/testing.md names every anomaly", () => {
  assertEquals(
    namesIn("Histories"),
    namesOf<Anomaly["kind"]>({
      "lost": true,
      "duplicate": true,
      "unknown-event": true,
      "wrong-position": true,
      "expectation-ignored": true,
      "refused-but-landed": true,
      "torn": true,
      "reordered": true,
      "no-prefix": true,
      "stale-read": true,
    }),
  );
});

Deno.test("docs/testing.md names the flags of the program, and no others", () => {
  const flags = wordsIn(sectionOf("Command line")).filter((word) => word.startsWith("--"));
  assertEquals(
    flags.toSorted(),
    [...HELP.matchAll(/^ {2}(--[a-z]+)/gm)].map(([, flag]) => flag!).toSorted(),
  );
});

Deno.test("docs/testing.md names everything that testing.ts exports as a value", () => {
  const words = new Set(wordsIn(page).flatMap((text) => text.split(/\W+/)));
  for (const { code } of blocksIn(page)) for (const word of code.split(/\W+/)) words.add(word);
  assertEquals(Object.keys(testing).filter((name) => !words.has(name)), []);
});

Deno.test("docs/testing.md names the faults of agents that are found, by the check that finds them", () => {
  const lists = sectionOf("Faults that are found").split(/^By /m).slice(1)
    .map((list) => list.split(/^- /m).slice(1).map((item) => item.replaceAll(/\s+/g, " ").trim()));
  assertEquals(lists, [RESUME_FAULTS, BUILD_FAULTS].map((all) => all.map(({ name }) => name)));
});

Deno.test("docs/testing.md has code that runs, and names files and places that are there", async () => {
  const blocks = blocksIn(page);
  assertEquals(blocks.map(({ tag }) => tag).filter((tag) => tag !== "ts"), ["ts ignore", "sh"]);
  const { name } = JSON.parse(await readText("deno.json"));
  for (const { tag, code } of blocks) if (tag === "ts") assertStringIncludes(code, `"${name}/`);
  const paths = new Set(page.match(/\b(?:examples|tests)\/[\w./]*\w/g));
  for (const path of paths) await Deno.stat(new URL(`../../${path}`, import.meta.url));
  assert(paths.size > 5);
  const anchors = [...page.matchAll(/^#{2,4} (.*)$/gm)].map(([, title]) =>
    title!.toLowerCase().replaceAll(/[^\w ]/g, "").replaceAll(" ", "-")
  );
  const linked = [...page.matchAll(/\]\(#([^)]*)\)/g)].map(([, anchor]) => anchor!);
  assertEquals(linked.filter((anchor) => !anchors.includes(anchor)), []);
  for (const [, file] of page.matchAll(/\]\(([\w.]+\.md)[^)]*\)/g)) await readText(`docs/${file}`);
});
