import { fileURLToPath } from "node:url";
import { nameOf } from "./sdk_subject.ts";
import type { SdkSubject, Versions } from "./sdk_subject.ts";
import { readSubjectReport } from "./subject_report.ts";
import type { SubjectReport } from "./subject_report.ts";

const ROOT = new URL("../../", import.meta.url);

/** By default Deno refuses what was published within a day, and the newest version of an SDK often was. */
const ANY_AGE = "--minimum-dependency-age=0";

/** How to check a subject in a process of its own. */
export interface SpawnSubjectOptions {
  /** The versions to load; the newest of a package that is not among them. */
  readonly versions?: Versions | undefined;
  /** How long an SDK may take to settle, in milliseconds. */
  readonly deadlineMs?: number | undefined;
  /** Options of Deno. */
  readonly denoOptions?: readonly string[] | undefined;
  /** Called as the checks end. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/**
 * Runs every check on a subject, in a process of its own.
 *
 * @throws {Error} If the process fails; the message has what it wrote.
 */
export async function spawnSubject(
  subject: SdkSubject,
  options: SpawnSubjectOptions = {},
): Promise<SubjectReport> {
  const { versions = {}, deadlineMs, denoOptions = ["--no-lock"], onProgress } = options;
  const process = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "-A",
      "--quiet",
      ANY_AGE,
      `--config=${fileURLToPath(new URL("deno.json", ROOT))}`,
      ...denoOptions,
      fileURLToPath(new URL("tools/sdks/run_subject.ts", ROOT)),
      nameOf(subject),
      `--versions=${JSON.stringify(versions)}`,
      ...(deadlineMs === undefined ? [] : [`--deadline-ms=${deadlineMs}`]),
    ],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const complaints = new Response(process.stderr).text();
  const last = await readLines(process.stdout, (line) => {
    const [, done, total] = /^(\d+) (\d+)$/.exec(line) ?? [];
    if (done !== undefined) onProgress?.(Number(done), Number(total));
  });
  const { success } = await process.status;
  if (success && last.startsWith("{")) return readSubjectReport(last);
  throw new Error(`The checks of ${nameOf(subject)} broke off:\n${await complaints}`);
}

/** Reads lines to the end, and gives the last. */
async function readLines(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  onLine: (line: string) => void,
): Promise<string> {
  let rest = "";
  let last = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    for (const line of lines) onLine(last = line);
  }
  return last;
}
