import type { Reply } from "../rules/reply.ts";
import type { Rule } from "../rules/rule.ts";

/** A captured stream, and the file it is of. */
export interface Capture {
  /** The path of the file, without what all such files end with. */
  readonly path: string;
  /** The rule that it was read into. */
  readonly rule: Rule;
}

const NUMBER_REGEXP = /\.(\d+)$/;

/**
 * Makes one rule of the captures `name.1`, `name.2` and so on of one endpoint, which are the answers to one call
 * after the other; the last goes on to answer. The others stay as they are.
 *
 * @param captures The captures.
 */
export function captureSeries(captures: readonly Capture[]): readonly Rule[] {
  const groups = new Map<string, Capture[]>();
  for (const capture of captures) {
    const { path, rule } = capture;
    const isOfSeries = NUMBER_REGEXP.test(path);
    const series = isOfSeries ? `${path.replace(NUMBER_REGEXP, "")}\n${rule.surface}` : path;
    groups.set(series, [...groups.get(series) ?? [], capture]);
  }
  return [...groups.values()].map(ruleOf);
}

function ruleOf(group: readonly Capture[]): Rule {
  const inOrder = [...group].sort((a, b) => numberOf(a) - numberOf(b));
  const [first] = inOrder;
  const { rule } = first!;
  if (inOrder.length === 1) return rule;
  return {
    ...(rule.name !== undefined && { name: rule.name.replace(NUMBER_REGEXP, "") }),
    ...(rule.surface !== undefined && { surface: rule.surface }),
    sequence: inOrder.map(({ rule: { frames, body } }): Reply => ({
      ...(frames !== undefined && { frames }),
      ...(body !== undefined && { body }),
    })),
    then: "repeat-last",
  };
}

function numberOf({ path }: Capture): number {
  return Number(NUMBER_REGEXP.exec(path)?.[1] ?? 0);
}
