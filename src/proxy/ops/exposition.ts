/** The kinds of what is measured here. */
export type MetricType = "counter" | "gauge" | "histogram";

/** The labels of a sample. */
export type Labels = Readonly<Record<string, string | number>>;

/** A text in the exposition format of Prometheus, version 0.0.4. */
export class Exposition {
  readonly #lines: string[] = [];

  /** Begins what is measured: all samples of a name follow its head. */
  family(name: string, type: MetricType, help: string): void {
    this.#lines.push(`# HELP ${name} ${escapedHelp(help)}`, `# TYPE ${name} ${type}`);
  }

  /** Writes one sample. */
  sample(name: string, labels: Labels, value: number): void {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
    const shown = pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
    this.#lines.push(`${name}${shown} ${numberText(value)}`);
  }

  /** The text. */
  text(): string {
    return this.#lines.join("\n") + "\n";
  }
}

function escaped(text: string | number): string {
  return String(text).replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

function escapedHelp(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}

function numberText(value: number): string {
  if (value === Infinity) return "+Inf";
  return value === -Infinity ? "-Inf" : String(value);
}
