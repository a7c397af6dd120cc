import type fc from "fast-check";
import type { KvAtomic, KvFound, KvKey, KvKeyPart, KvLike } from "../../../src/store/kv/kv_like.ts";

interface Row {
  readonly key: KvKey;
  readonly value: unknown;
  readonly versionstamp: string;
}

type Change = { readonly key: KvKey; readonly value: unknown } | { readonly gone: KvKey };

/** Stands for the versionstamp of the commit in a key. */
const STAMP = Symbol("versionstamp");

/** A database in memory whose every answer comes when a scheduler says so: it makes any order of calls happen. */
export class ScheduledKv implements KvLike {
  readonly #scheduler: fc.Scheduler;
  readonly #rows: Map<string, Row> = new Map();
  #commits = 0;
  /** What stands in a key for the versionstamp of the commit; missing where the database has no such thing. */
  readonly commitVersionstamp?: () => symbol;

  constructor(scheduler: fc.Scheduler, { stamps }: { readonly stamps: boolean }) {
    this.#scheduler = scheduler;
    if (stamps) this.commitVersionstamp = () => STAMP;
  }

  /** The second part of the keys that are there: what kind of row they are. */
  get kinds(): string[] {
    return [...this.#rows.values()].map(({ key }) => String(key[1]));
  }

  async getMany(keys: readonly KvKey[]): Promise<KvFound[]> {
    await this.#turn("getMany");
    return keys.map((key) =>
      this.#rows.get(textOf(key)) ?? { key, value: null, versionstamp: null }
    );
  }

  async *list(
    range: { prefix: KvKey; start?: KvKey; end?: KvKey },
    { limit, reverse }: { limit: number; reverse: boolean },
  ): AsyncGenerator<KvFound> {
    await this.#turn("list");
    const { prefix, start, end } = range;
    const rows = [...this.#rows.values()]
      .filter(({ key }) =>
        key.length > prefix.length && compare(key.slice(0, prefix.length), prefix) === 0
      )
      .filter(({ key }) => start === undefined || compare(key, start) >= 0)
      .filter(({ key }) => end === undefined || compare(key, end) < 0)
      .toSorted((a, b) => compare(a.key, b.key) * (reverse ? -1 : 1));
    yield* rows.slice(0, limit);
  }

  atomic(): KvAtomic {
    const checks: { key: KvKey; versionstamp: string | null }[] = [];
    const changes: Change[] = [];
    const atomic: KvAtomic = {
      check(...found) {
        checks.push(...found);
        return atomic;
      },
      set(key, value) {
        changes.push({ key, value: structuredClone(value) });
        return atomic;
      },
      delete(key) {
        changes.push({ gone: key });
        return atomic;
      },
      commit: async () => {
        await this.#turn("commit");
        return this.#commit(checks, changes);
      },
    };
    return atomic;
  }

  #commit(
    checks: readonly { key: KvKey; versionstamp: string | null }[],
    changes: readonly Change[],
  ): { ok: true; versionstamp: string } | { ok: false } {
    const isSame = checks.every(({ key, versionstamp }) =>
      (this.#rows.get(textOf(key))?.versionstamp ?? null) === versionstamp
    );
    if (!isSame) return { ok: false };
    const versionstamp = String(++this.#commits).padStart(20, "0");
    for (const change of changes) {
      if ("gone" in change) this.#rows.delete(textOf(change.gone));
      else {
        const key = change.key.map((part) => part === STAMP ? versionstamp : part);
        this.#rows.set(textOf(key), { key, value: change.value, versionstamp });
      }
    }
    return { ok: true, versionstamp };
  }

  #turn(what: string): Promise<void> {
    return this.#scheduler.schedule(Promise.resolve(), what);
  }
}

function textOf(key: KvKey): string {
  return JSON.stringify(key);
}

function compare(one: KvKey, other: KvKey): number {
  for (let index = 0; index < Math.min(one.length, other.length); index++) {
    const order = compareParts(one[index]!, other[index]!);
    if (order !== 0) return order;
  }
  return one.length - other.length;
}

function compareParts(one: KvKeyPart, other: KvKeyPart): number {
  return one === other ? 0 : (one as string) < (other as string) ? -1 : 1;
}
