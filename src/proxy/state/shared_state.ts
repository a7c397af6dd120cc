import type { Clock } from "../../clock.ts";

/** How a scope of backoff stands, as proxies tell one another and as files keep it. */
export interface SharedRest {
  /** Its name, such as `upstream:groq/qwen-3`; that of a key has a hash of the key in it, never the key. */
  readonly scope: string;
  /** How often its rest was lengthened since the last success; 0 if all is well. */
  readonly level: number;
  /** When its rest ends, in milliseconds since 1970; 0 if all is well. */
  readonly untilMs: number;
}

/** A session, and what serves it. */
export interface SharedSession {
  /** Its name. */
  readonly session: string;
  /** The id of the upstream that serves it. */
  readonly upstream: string;
  /** How long that is remembered from now on, in milliseconds. */
  readonly ttlMs: number;
}

/** A proxy, as whatever shares or keeps its state sees it. */
export interface LocalState {
  /** Where its time comes from. */
  readonly clock: Clock;
  /** Gives how all its scopes stand. */
  rests(): readonly SharedRest[];
  /** Gives how one stands; `undefined` if there is no such scope. */
  rest(scope: string): SharedRest | undefined;
  /** Takes a rest from elsewhere. Of two, the one that ends later holds. */
  absorb(rest: SharedRest): void;
  /** Ends a rest, as a request succeeded elsewhere. */
  end(scope: string): void;
  /** Gives all sessions. */
  sessions(): Iterable<SharedSession>;
  /** Takes a session that is served elsewhere. */
  bind(session: string, upstream: string): void;
  /** Writes a sentence to the log. */
  warn(message: string): void;
}

/** How much longer one request may wait for others. */
export interface Patience {
  /** The time left, in milliseconds. */
  leftMs: number;
}

/** A slot of those that all proxies share. */
export interface SharedSlot {
  /** Gives it back. To do it twice does nothing. */
  release(): void;
}

/** The limits that hold for all proxies together. */
export interface SharedSlots {
  /**
   * Takes a slot. Never rejects, and never takes longer than the patience: who does not answer in time allows it.
   *
   * @param id Of which limit.
   * @param max How many slots there are.
   * @param patience How long it may take, which is lessened by how long it took.
   * @returns The slot; `undefined` if all are taken.
   */
  take(id: string, max: number, patience?: Patience): Promise<SharedSlot | undefined>;
  /** Resolves when it may be worth to try again. */
  freed(id: string): Promise<void>;
}

/** What a proxy shares its state through, or keeps it in. Nothing of it throws. */
export interface StateLink {
  /** Resolves when what was known before is taken over, or cannot be. */
  readonly ready: Promise<void>;
  /** The limits that hold for all proxies together; `undefined` if each proxy has its own. */
  readonly slots?: SharedSlots | undefined;
  /** Told when a rest is set or ended. */
  changed(scope: string): void;
  /** Told when a session is served by another upstream than before, and now and then while it goes on. */
  bound?(session: SharedSession): void;
  /** Gives the upstream that serves a session, if that is known in time. */
  find?(session: string, patience: Patience): Promise<string | undefined>;
  /** How often a request went on without what others know, as that did not come in time; `undefined` is never. */
  readonly missed?: number | undefined;
  /** How long one request may wait for it at most. */
  patience?(): Patience;
  /** Ends it; what was not told yet is told, as far as that takes no time. */
  close(): Promise<void>;
}

/** A way for proxies to share their state, or to keep it. */
export interface SharedState {
  /**
   * Lets a proxy take part.
   *
   * @param local The proxy.
   */
  join(local: LocalState): StateLink;
}
