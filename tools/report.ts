/**
 * Runs every check on the newest versions of the SDKs, and writes `docs/sdk_conformance.md` and
 * `docs/sdk_conformance.html`. Fails if a verdict on a recorded version is not the recorded one; a
 * new version may differ.
 *
 * Usage: deno run -A tools/report.ts [--pin | --check] [--only=<part of a name>]
 *
 * `--pin` also records the versions and their verdicts, in `tools/sdks/versions.json`, `versions.lock`
 * beside it and `tests/sdks/verdicts.json`, and writes the versions into the files that import SDKs.
 * `--check` writes nothing: it runs the recorded versions, and fails if a verdict is not the recorded
 * one. `--only` shows a part on the terminal and leaves the pages alone.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { groupByWire, toColumns } from "./report/conformance.ts";
import { conformanceHtml } from "./report/html.ts";
import { conformanceMarkdown } from "./report/markdown.ts";
import { terminalReport } from "./report/terminal.ts";
import { mustRun } from "./run.ts";
import { ALL_SUBJECTS } from "./sdks/all_subjects.ts";
import { newestVersions } from "./sdks/newest_versions.ts";
import { pinImports } from "./sdks/pin_imports.ts";
import { Progress, runAll } from "./sdks/run_all.ts";
import type { Judged } from "./sdks/run_all.ts";
import { nameOf } from "./sdks/sdk_subject.ts";
import type { SdkSubject, Versions } from "./sdks/sdk_subject.ts";
import { differences, verdictsOf } from "./sdks/verdicts.ts";
import type { RuleVerdicts } from "./sdks/verdicts.ts";

const ROOT = new URL("../", import.meta.url);
const VERSIONS = new URL("tools/sdks/versions.json", ROOT);
const LOCK = new URL("tools/sdks/versions.lock", ROOT);
const VERDICTS = new URL("tests/sdks/verdicts.json", ROOT);
const MARKDOWN = new URL("docs/sdk_conformance.md", ROOT);
const HTML = new URL("docs/sdk_conformance.html", ROOT);
/** Long, since two processes at once and many readings make a busy machine. */
const DEADLINE_MS = 4000;

type Recorded = Readonly<Record<string, RuleVerdicts>>;

/** Reads a file; an empty object if there is none yet. */
async function readJson<T extends object>(url: URL): Promise<T> {
  const text = await Deno.readTextFile(url).catch(() => "{}");
  return JSON.parse(text);
}

async function writeJson(url: URL, value: unknown): Promise<void> {
  await Deno.mkdir(new URL(".", url), { recursive: true });
  await Deno.writeTextFile(url, `${JSON.stringify(value, null, 2)}\n`);
}

/** Locks the packages and all that they need, so that a verdict changes only where a pin does. */
async function writeLock(versions: Versions): Promise<void> {
  await Deno.remove(LOCK).catch(() => {});
  const packages = Object.entries(versions).map(([name, version]) => `npm:${name}@${version}`);
  const lock = `--lock=${fileURLToPath(LOCK)}`;
  const command = [Deno.execPath(), "cache", lock, "tools/sdks/run_subject.ts", ...packages];
  await mustRun(command, { cwd: fileURLToPath(ROOT) });
}

function versionsOf(judged: readonly Judged[]): Versions {
  return Object.fromEntries(judged.flatMap(({ versions }) => Object.entries(versions)));
}

function sorted(versions: Versions): Versions {
  return Object.fromEntries(Object.entries(versions).sort(([a], [b]) => a < b ? -1 : 1));
}

function verdictsOfAll(judged: readonly Judged[]): Recorded {
  return Object.fromEntries(
    judged.map(({ subject, report }) => [nameOf(subject), verdictsOf(report)]),
  );
}

/** Tells where verdicts differ from the recorded ones, and whether the versions do as well. */
async function tellNews(judged: readonly Judged[], progress: Progress): Promise<boolean> {
  const [pinned, recorded] = [
    await readJson<Versions>(VERSIONS),
    await readJson<Recorded>(VERDICTS),
  ];
  const isPinned = ({ versions }: Judged) =>
    Object.entries(versions).every(([name, version]) => pinned[name] === version);
  for (const line of compare(judged.filter((one) => !isPinned(one)), recorded)) {
    progress.say(`In a new version, ${line}`);
  }
  const changed = compare(judged.filter(isPinned), recorded);
  for (const line of changed) progress.say(`In the same version, ${line}`);
  return changed.length > 0;
}

function compare(judged: readonly Judged[], recorded: Recorded): readonly string[] {
  return judged.flatMap(({ subject, report }) =>
    differences(nameOf(subject), recorded[nameOf(subject)], verdictsOf(report))
  );
}

async function check(subjects: readonly SdkSubject[], progress: Progress): Promise<void> {
  const versions = await readJson<Versions>(VERSIONS);
  const judged = await runAll(subjects, {
    versions,
    deadlineMs: DEADLINE_MS,
    denoOptions: [`--lock=${fileURLToPath(LOCK)}`, "--frozen"],
    progress,
  });
  const found = compare(judged, await readJson<Recorded>(VERDICTS));
  if (found.length === 0) return progress.say("Every verdict is the recorded one.");
  for (const line of found) progress.say(line);
  progress.say("If that is right, record it: deno task report --pin");
  Deno.exit(1);
}

/** Runs the newest versions. */
async function judgeNewest(
  subjects: readonly SdkSubject[],
  progress: Progress,
): Promise<readonly Judged[]> {
  progress.say("Asking npm for the newest versions");
  const versions = await newestVersions(subjects);
  return await runAll(subjects, { versions, deadlineMs: DEADLINE_MS, progress });
}

async function writeReport(judged: readonly Judged[], progress: Progress): Promise<void> {
  const groups = groupByWire(judged);
  const runtime = `Deno ${Deno.version.deno}`;
  await Deno.mkdir(new URL(".", MARKDOWN), { recursive: true });
  await Deno.writeTextFile(MARKDOWN, conformanceMarkdown(groups, runtime));
  await Deno.writeTextFile(HTML, conformanceHtml(groups, runtime));
  await mustRun([Deno.execPath(), "fmt", fileURLToPath(MARKDOWN), fileURLToPath(HTML)], {
    cwd: fileURLToPath(ROOT),
  });
  progress.say("Written: docs/sdk_conformance.md and docs/sdk_conformance.html");
}

/** Records versions and verdicts, beside those of what was not run. */
async function pin(judged: readonly Judged[], progress: Progress): Promise<void> {
  const versions = sorted({ ...await readJson(VERSIONS), ...versionsOf(judged) });
  await writeJson(VERSIONS, versions);
  await writeLock(versions);
  await pinImports(versions);
  await writeJson(VERDICTS, { ...await readJson(VERDICTS), ...verdictsOfAll(judged) });
  progress.say("Recorded: tools/sdks/versions.json and tests/sdks/verdicts.json");
}

if (import.meta.main) {
  const { values } = parseArgs({
    args: Deno.args,
    options: {
      check: { type: "boolean", default: false },
      pin: { type: "boolean", default: false },
      only: { type: "string", default: "" },
    },
  });
  const subjects = ALL_SUBJECTS.filter((subject) => nameOf(subject).includes(values.only));
  if (subjects.length === 0) throw new Error(`No subject's name has "${values.only}" in it`);
  const progress = new Progress();
  if (values.check) {
    await check(subjects, progress);
  } else {
    const judged = await judgeNewest(subjects, progress);
    if (values.only === "") await writeReport(judged, progress);
    else console.log(terminalReport(toColumns(judged)));
    if (values.pin) await pin(judged, progress);
    else if (await tellNews(judged, progress)) Deno.exitCode = 1;
  }
}
