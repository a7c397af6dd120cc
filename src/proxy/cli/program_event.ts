import { textLine } from "../ops/log_line.ts";
import type { ReloadEvent } from "./config_watcher.ts";
import type { LogFormat } from "./flags.ts";

/** What the program itself tells, besides what happens in the proxy. */
export type ProgramEvent =
  | {
    readonly event: "listening";
    readonly url: string;
    /** How many models are listed by name. */
    readonly models: number;
    /** Whether other names are served as well, by `*` or `allow_unlisted`. */
    readonly unlisted?: true | undefined;
  }
  | { readonly event: "warning"; readonly message: string }
  | ReloadEvent;

/**
 * Writes what the program tells: as the log is written. The address is JSON in any case, for programs.
 *
 * @param event What it tells.
 * @param log The format of the log.
 * @param nowMs When that is.
 */
export function programText(event: ProgramEvent, log: LogFormat, nowMs: number): string {
  if (log === "text" && event.event !== "listening") {
    return sentencesOf(event).map((told) => textLine(told, nowMs)).join("");
  }
  const time = log === "json" ? new Date(nowMs).toISOString() : undefined;
  return JSON.stringify({ time, ...event }) + "\n";
}

function sentencesOf(event: Exclude<ProgramEvent, { event: "listening" }>): readonly string[] {
  switch (event.event) {
    case "warning":
      return [`warning: ${event.message}`];
    case "config_applied":
      return [event.event, ...event.warnings.map((warning) => `warning: ${warning}`)];
    case "config_refused":
      return event.errors.map((error) => `${event.event}: ${error}`);
    default:
      return event satisfies never;
  }
}
