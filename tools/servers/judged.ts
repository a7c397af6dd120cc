import type { ContractReport, ContractVerdict } from "../../testing.ts";
import type { WireId } from "../../mod.ts";

/** What became of one server on one wire. */
export interface Judged {
  /** The server. */
  readonly name: string;
  /** Its version. */
  readonly version: string;
  /** The wire. */
  readonly wire: WireId;
  /** What became of its cases. */
  readonly report: ContractReport;
}

/** The verdicts of servers on wires, by the names of cases. */
export type Verdicts = Readonly<Record<string, Readonly<Record<string, ContractVerdict>>>>;

/** Gives the verdicts alone. */
export function verdictsOf(judged: readonly Judged[]): Verdicts {
  return Object.fromEntries(judged.map(({ name, version, wire, report }) => [
    `${name}${version === "" ? "" : `@${version}`} ${wire}`,
    Object.fromEntries(report.results.map((result) => [result.name, result.verdict])),
  ]));
}

/** Says where verdicts differ from those that were recorded. */
export function differences(found: Verdicts, recorded: Verdicts): readonly string[] {
  const servers = new Set([...Object.keys(recorded), ...Object.keys(found)]);
  return [...servers].flatMap((server) => {
    const [now, before] = [found[server] ?? {}, recorded[server] ?? {}];
    const names = new Set([...Object.keys(before), ...Object.keys(now)]);
    return [...names].filter((name) => now[name] !== before[name])
      .map((name) =>
        `${server}: '${name}' was ${before[name] ?? "not there"}, and is ${
          now[name] ?? "not there"
        }`
      );
  });
}
