import { printable } from "../../printable.ts";

/** Where in a configuration something stands: names of members and places in lists. */
export type ConfigPath = readonly (string | number)[];

/**
 * What is wrong with a configuration: an `error` makes it useless, what is `ignored` is taken as if it were not
 * there, and `advice` is only to be thought about.
 */
export interface ConfigProblem {
  /** How bad it is. */
  readonly severity: "error" | "ignored" | "advice";
  /** Where it stands. */
  readonly path: ConfigPath;
  /** One sentence for a person, which begins with the path. It holds no secrets. */
  readonly message: string;
}

/**
 * Spells a path as one would in JavaScript.
 *
 * @param path The path.
 */
export function pathText(path: ConfigPath): string {
  if (path.length === 0) return "The configuration";
  return path.map((part, index) => {
    if (typeof part === "number") return `[${part}]`;
    if (!/^[A-Za-z_$*][\w$*.-]*$/.test(part) || part.includes(".")) {
      return `[${printable(JSON.stringify(part))}]`;
    }
    return index === 0 ? part : `.${part}`;
  }).join("");
}

/** The problems that were found so far. One that is found twice, as two upstreams share a provider, is kept once. */
export class Problems {
  readonly #found = new Map<string, ConfigProblem>();

  /** All of them, in the order they were found in. */
  get all(): readonly ConfigProblem[] {
    return [...this.#found.values()];
  }

  /** Whether something is said of a place already: what follows from it need not be. */
  has(path: ConfigPath): boolean {
    return this.all.some((problem) => pathText(problem.path) === pathText(path));
  }

  /** Adds one that makes the configuration useless. `text` goes on after the path. */
  error(path: ConfigPath, text: string): void {
    this.#add("error", path, text);
  }

  /** Adds one of a member that is taken as if it were not there. */
  ignored(path: ConfigPath, text: string): void {
    this.#add("ignored", path, text);
  }

  /** Adds something to think about. */
  advice(path: ConfigPath, text: string): void {
    this.#add("advice", path, text);
  }

  #add(severity: ConfigProblem["severity"], path: ConfigPath, text: string): void {
    const message = `${pathText(path)} ${text}`;
    this.#found.set(message, { severity, path, message });
  }
}
