import type { WireId } from "../../mod.ts";
import { exclusionsOf } from "./conformance.ts";
import type { Column } from "./conformance.ts";

/** The title of the report. */
export const TITLE = "What SDKs make of cut, broken and abandoned streams";

/** The names of the wires, as people say them. */
export const WIRE_NAMES: Readonly<Record<WireId, string>> = {
  "openai-chat": "OpenAI chat completions",
  "openai-responses": "OpenAI Responses",
  "anthropic-messages": "Anthropic Messages",
  "gemini": "Gemini streamGenerateContent",
  "ollama": "Ollama chat",
  "cohere": "Cohere chat, version 2",
};

/** What a reader must know before the tables. */
export function preface(runtime: string): readonly string[] {
  return [
    `Every check of \`modelChecks()\` on the newest versions of SDKs, run under ${runtime}. ` +
    "`deno task report` writes this page; the checks talk to a provider of our own, in process or " +
    "on a loopback port, never to a real one.",
    "**A FAIL is our reading of the contract, not a defect report.** The contract is one sentence, " +
    "a turn arrives whole or it is an error, and `docs/rules.md` says what each rule asks for and " +
    "why. An SDK may document otherwise: that an abort ends its loop quietly, or that whoever reads " +
    "raw events must look for the last one. Then the rule says what its user has to take care of.",
    "The verdicts are those of the interface named, used as its users use it. What an SDK throws " +
    "counts as an error, and so does a documented event, part or entry by which it reports a " +
    "failure. Where it ends without a reason to finish and without an error, the turn ended " +
    "silently, which no rule accepts. Retries are switched off.",
    "`pass`: every case of the rule. `FAIL 2/6`: two of six cases. `says so 2/6`: the same, but in " +
    'each of them the SDK ends with an explicit "interrupted" or "incomplete" where the rule asks ' +
    "for an error; `lenient: true` accepts that (the cuts at every byte are not tried again). `n/a`: the rule has no case for this wire, or none " +
    "that applies.",
    "`replay` runs one case alone: pass it to `modelChecks(newModel, wire, { … })`, with the client " +
    "and the bridge as in `tools/sdks/`.",
  ];
}

/** The name of an interface with its versions. */
export function titleOf({ subject, versions }: Column): string {
  const packages = Object.entries(versions).map(([name, version]) => `${name}@${version}`);
  return [packages.join(" + "), subject.api].filter((part) => part !== "").join(" · ");
}

/** What must be known of how the verdicts on an interface came about, in sentences. */
export function notesOf({ subject, stray }: Column): readonly string[] {
  const { note, dialect } = subject;
  return [
    ...(note === undefined ? [] : [note]),
    ...(dialect ? [`Whole turns are sent as ${dialect.name}'s own schema has them.`] : []),
    ...stray,
    ...exclusionsOf(subject).map((line) => `Left out, as ${line}.`),
  ];
}

/** How to run a failing check alone. */
export function replayOf(check: string): string {
  return `only: [${JSON.stringify(check)}]`;
}

/** How many of the other failing checks are named. */
const MOST_OTHERS = 8;

/** Names the other failing checks of a rule. */
export function othersOf(others: readonly string[]): string {
  const shown = others.slice(0, MOST_OTHERS).join("; ");
  const left = others.length - MOST_OTHERS;
  return left > 0 ? `${shown}; and ${left} more` : shown;
}
