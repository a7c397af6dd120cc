import { nameOf } from "./sdk_subject.ts";
import type { SdkSubject } from "./sdk_subject.ts";
import { spawnSubject } from "./spawn_subject.ts";
import type { SpawnSubjectOptions } from "./spawn_subject.ts";
import type { SubjectReport } from "./subject_report.ts";

/** A subject and the verdicts on it. */
export interface Judged extends SubjectReport {
  /** The subject. */
  readonly subject: SdkSubject;
}

/** How to run the checks on many subjects. */
export interface RunAllOptions extends Omit<SpawnSubjectOptions, "onProgress"> {
  /** How many processes run at once. @default {2} */
  readonly atOnce?: number | undefined;
  /** Writes what happens. */
  readonly progress: Progress;
}

/** Runs every check on some subjects, each in a process of its own. */
export async function runAll(
  subjects: readonly SdkSubject[],
  { atOnce = 2, progress, ...options }: RunAllOptions,
): Promise<readonly Judged[]> {
  const judged: Judged[] = new Array(subjects.length);
  let next = 0;
  async function work(): Promise<void> {
    for (let at = next++; at < subjects.length; at = next++) {
      const subject = subjects[at]!;
      const name = nameOf(subject);
      const onProgress = (done: number, total: number) => progress.show(name, done, total);
      const report = await spawnSubject(subject, { ...options, onProgress });
      judged[at] = { subject, ...report };
      const { results } = report.report;
      const bad = results.filter(({ verdict }) => verdict === "failed" || verdict === "broken");
      progress.end(name, `${results.length} checks, ${bad.length} failed`);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  return judged;
}

/** Shows on stderr how far several runs are: on a terminal as they go on, elsewhere as they end. */
export class Progress {
  readonly #running: Map<string, string> = new Map();
  readonly #isTerminal: boolean = Deno.stderr.isTerminal();

  /** Shows how far one is. */
  show(name: string, done: number, total: number): void {
    this.#running.set(name, `${done}/${total}`);
    if (!this.#isTerminal) return;
    const running = [...this.#running].map(([one, far]) => `${one} ${far}`).join(" · ");
    this.#write(`\r\x1b[K${running.slice(0, 100)}`);
  }

  /** Shows that one has ended. */
  end(name: string, result: string): void {
    this.#running.delete(name);
    this.say(`${name}: ${result}`);
  }

  /** Shows a line that stays. */
  say(line: string): void {
    this.#write(`${this.#isTerminal ? "\r\x1b[K" : ""}${line}\n`);
  }

  #write(text: string): void {
    Deno.stderr.writeSync(new TextEncoder().encode(text));
  }
}
