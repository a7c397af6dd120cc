/**
 * Checks one subject in a process of its own: SDKs share globals, and one may take the process down.
 * Writes lines to stdout: `done total` as the checks end, and last the report as JSON.
 *
 * Usage: deno run -A tools/sdks/run_subject.ts <name> [--versions=<JSON>] [--deadline-ms=<number>]
 *
 * @module
 */
import { parseArgs } from "node:util";
import { ALL_SUBJECTS } from "./all_subjects.ts";
import { checkSubject } from "./check_subject.ts";
import { loadPackages } from "./load_packages.ts";
import { nameOf } from "./sdk_subject.ts";
import { writeSubjectReport } from "./subject_report.ts";

const { values, positionals: [name] } = parseArgs({
  args: Deno.args,
  allowPositionals: true,
  options: {
    versions: { type: "string", default: "{}" },
    "deadline-ms": { type: "string" },
  },
});
const subject = ALL_SUBJECTS.find((one) => nameOf(one) === name);
if (!subject) throw new Error(`There is no subject "${name}"`);
const write = console.log;
const deadlineMs = values["deadline-ms"];
const { modules, versions } = await loadPackages(subject, JSON.parse(values.versions));
const verdicts = await checkSubject(subject, modules, {
  alsoLeniently: true,
  onResult: (_, done, total) => write(`${done} ${total}`),
  ...(deadlineMs === undefined ? {} : { deadlineMs: Number(deadlineMs) }),
});
write(writeSubjectReport({ ...verdicts, versions }));
// What an SDK left behind must not keep the process alive.
Deno.exit(0);
