import { shown } from "../../shown.ts";
import { parseByteSize } from "./byte_size.ts";
import type { ConfigPath, Problems } from "./config_problem.ts";
import { formatDuration, parseDuration } from "./duration.ts";
import type { SchemaNode } from "./schema_node.ts";

/** A block of the configuration and where it stands. */
export interface BlockLayer {
  /** The block; `undefined` where there is none. */
  readonly value: object | undefined;
  /** Where it stands, or would. */
  readonly path: ConfigPath;
}

/** Takes values out of a block of the configuration, or their defaults. */
export class Block {
  readonly #layers: readonly BlockLayer[];
  readonly #node: SchemaNode;
  readonly #problems: Problems;

  /**
   * @param node Its schema.
   * @param layers The block, or several of which a later one comes first, member by member.
   * @param problems Is told of what is wrong.
   */
  constructor(node: SchemaNode, layers: readonly BlockLayer[], problems: Problems) {
    this.#layers = layers;
    this.#node = node;
    this.#problems = problems;
  }

  /** Gives a member as it is, or its default. */
  get<T>(name: string): T {
    return this.#find(name).value as T;
  }

  /** Gives a duration in milliseconds; 0 for 0, where that may stand. */
  ms(name: string): number {
    const { value, path } = this.#find(name);
    return readDuration(value, path, this.#problems);
  }

  /** Gives a size in bytes. */
  bytes(name: string): number {
    const { value, path } = this.#find(name);
    const bytes = parseByteSize(value);
    if (bytes === undefined) {
      const text = `must be a size of a byte to 1024 GiB: it is ${shown(value)}`;
      this.#problems.error(path, text);
    }
    return bytes ?? 1;
  }

  /** What is `undefined` does not cover what another layer says. */
  #find(name: string): { readonly value: unknown; readonly path: ConfigPath } {
    for (const { value, path } of this.#layers.toReversed()) {
      const found = (value as Readonly<Record<string, unknown>> | undefined)?.[name];
      if (found !== undefined) return { value: found, path: [...path, name] };
    }
    const { path } = this.#layers.at(-1)!;
    return { value: this.#node.properties![name]!.default, path: [...path, name] };
  }
}

/**
 * Reads a duration that has the right shape. Months are doubted where minutes
 * are likelier, as one letter is the difference.
 *
 * @param value The duration, or 0 for none.
 * @param path Where it stands.
 * @param problems Is told of one that is too short or too long, and of one that may be a slip.
 * @returns The duration in milliseconds.
 */
export function readDuration(value: unknown, path: ConfigPath, problems: Problems): number {
  if (value === 0) return 0;
  const ms = parseDuration(value);
  if (ms === undefined) {
    problems.error(path, `must be from a millisecond to 100 years: it is ${shown(value)}`);
  }
  // To rest for months is unusual, but may be meant.
  const isRest = /backoff|max_hint|ttl/.test(String(path.at(-1)));
  if (ms !== undefined && !isRest && typeof value === "string" && /^P\d+M$/.test(value)) {
    const minutes = value.replace("P", "PT");
    problems.advice(path, `is ${formatDuration(ms)}: for minutes, write ${minutes}`);
  }
  return ms ?? 1;
}
