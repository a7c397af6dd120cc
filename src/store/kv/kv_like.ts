/** A part of a key. */
export type KvKeyPart = Uint8Array | string | number | bigint | boolean | symbol;

/** A key. */
export type KvKey = readonly KvKeyPart[];

/** What is found under a key; without a versionstamp there is nothing. */
export interface KvFound {
  /** The key. */
  readonly key: KvKey;
  /** The value; `null` where there is none. */
  readonly value: unknown;
  /** Which commit wrote it. */
  readonly versionstamp: string | null;
}

/** Which keys to list: those that begin with a prefix, from one on or up to another. */
export type KvRange =
  | { prefix: KvKey }
  | { prefix: KvKey; start: KvKey }
  | { prefix: KvKey; end: KvKey };

/** A commit that is being put together. */
export interface KvAtomic {
  /** Lets it fail where what is under a key is not what was found. */
  check(...found: { key: KvKey; versionstamp: string | null }[]): KvAtomic;
  /** Writes a value. */
  set(key: KvKey, value: unknown): KvAtomic;
  /** Removes a key. */
  delete(key: KvKey): KvAtomic;
  /** Commits it; `ok` is false if a check failed. */
  commit(): Promise<{ ok: true; versionstamp: string } | { ok: false }>;
}

/** As much of a `Deno.Kv` as is used, so that `Deno.openKv()`, `npm:@deno/kv` and doubles serve. */
export interface KvLike {
  /** Looks keys up, all of one moment. */
  getMany(keys: readonly KvKey[]): Promise<KvFound[]>;
  /** Lists keys in order. */
  list(
    range: KvRange,
    options: { limit: number; reverse: boolean; batchSize: number },
  ): AsyncIterable<KvFound>;
  /** Begins a commit. */
  atomic(): KvAtomic;
  /** What stands in a key for the versionstamp of the commit that writes it; `npm:@deno/kv` has no such thing. */
  commitVersionstamp?(): symbol;
  /** Tells of changes under keys. That of `npm:@deno/kv` is not used. */
  watch?(keys: readonly KvKey[]): ReadableStream<unknown>;
}
