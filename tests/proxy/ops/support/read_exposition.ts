/** One sample of an exposition. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** What is measured under one name. */
export interface Family {
  readonly type: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

const NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
const HEAD_REGEXP = new RegExp(`^# (HELP|TYPE) (${NAME}) (.+)$`);
const SAMPLE_REGEXP = new RegExp(`^(${NAME})(?:\\{(.*)\\})? ([^ ]+)$`);
const LABEL_REGEXP = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/y;

/**
 * Reads an exposition of Prometheus, version 0.0.4, more strictly than Prometheus does: every name has its HELP, then its
 * TYPE, then all its samples, each once, and histograms are whole.
 *
 * @throws {Error} If it is not one.
 */
export function readExposition(text: string): ReadonlyMap<string, Family> {
  if (!text.endsWith("\n")) throw new Error("The last line must end");
  const families = new Map<string, { type: string; help: string; samples: Sample[] }>();
  let current = "";
  for (const line of text.slice(0, -1).split("\n")) {
    const [, word, name, rest] = HEAD_REGEXP.exec(line) ?? [];
    if (word === "HELP") {
      if (families.has(name!)) throw new Error(`${name} comes twice`);
      families.set(current = name!, { type: "", help: rest!, samples: [] });
    } else if (word === "TYPE") {
      const family = families.get(current);
      if (name !== current || family!.type !== "") throw new Error(`Misplaced: ${line}`);
      if (!["counter", "gauge", "histogram"].includes(rest!)) throw new Error(`Bad type: ${line}`);
      family!.type = rest!;
    } else {
      const sample = readSample(line);
      const { type, samples } = families.get(current)!;
      const suffixes = type === "histogram" ? ["_bucket", "_sum", "_count"] : [""];
      if (!suffixes.some((suffix) => sample.name === current + suffix)) {
        throw new Error(`Misplaced: ${line}`);
      }
      if (samples.some((one) => keyOf(one) === keyOf(sample))) throw new Error(`Twice: ${line}`);
      samples.push(sample);
    }
  }
  for (const [name, { type, samples }] of families) {
    if (type === "histogram") requireHistogram(name, samples);
    if (type === "counter" && !name.endsWith("_total")) throw new Error(`Bad name: ${name}`);
  }
  return families;
}

function readSample(line: string): Sample {
  const [, name, labels = "", number] = SAMPLE_REGEXP.exec(line) ?? [];
  if (name === undefined) throw new Error(`No sample: ${line}`);
  const value = number === "+Inf" ? Infinity : Number(number);
  if (Number.isNaN(value) || number === "") throw new Error(`No number: ${line}`);
  return { name, labels: readLabels(labels), value };
}

function readLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  LABEL_REGEXP.lastIndex = 0;
  for (let at = 0; at < text.length; at = LABEL_REGEXP.lastIndex) {
    const [, name, escaped] = LABEL_REGEXP.exec(text) ?? [];
    if (name === undefined || name in labels) throw new Error(`No labels: ${text}`);
    labels[name] = escaped!.replace(/\\(.)/g, (_, char) => char === "n" ? "\n" : char);
  }
  return labels;
}

function keyOf({ name, labels }: Sample): string {
  return JSON.stringify([name, Object.entries(labels).sort()]);
}

function requireHistogram(name: string, samples: readonly Sample[]): void {
  const series = Map.groupBy(samples, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels));
  for (const [labels, all] of series) {
    const buckets = all.filter((one) => one.name === `${name}_bucket`);
    const bounds = buckets.map((one) => Number(one.labels.le!.replace("+Inf", "Infinity")));
    const counts = buckets.map(({ value }) => value);
    const isSorted = (list: readonly number[]) =>
      list.every((item, index) => index === 0 || item >= list[index - 1]!);
    const count = all.find((one) => one.name === `${name}_count`)?.value;
    const hasSum = all.some((one) => one.name === `${name}_sum`);
    const isWhole = isSorted(bounds) && isSorted(counts) && bounds.at(-1) === Infinity && hasSum;
    if (!isWhole || counts.at(-1) !== count) throw new Error(`No histogram: ${name} ${labels}`);
  }
}
