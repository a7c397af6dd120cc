import { type Clock, systemClock, withDeadline } from "../../../clock.ts";
import type { LocalState, Patience, SharedSession, StateLink } from "../shared_state.ts";
import { RedisConnection } from "./redis_connection.ts";
import type { RedisClient } from "./redis_client.ts";
import { READ_RESTS } from "./redis_scripts.ts";
import { RedisSessions } from "./redis_sessions.ts";
import { RedisSlots } from "./redis_slots.ts";
import { readRemote, RestChannel } from "./rest_channel.ts";

/** How often what others tell is read as well, in milliseconds, in case that it was not heard. */
const READ_MS = 500;

/** How long a proxy waits for it before it listens, in milliseconds. */
const START_MS = 1000;

/** How many rests are read at once. */
const AT_ONCE = 500;

/** What a link is made of; what has a default is decided before. */
export interface RedisLinkOptions {
  /** Where the server is. */
  readonly url: string;
  /** What the names of all keys begin with. */
  readonly prefix: string;
  /** How long one request may wait for it, in milliseconds. */
  readonly timeoutMs: number;
  /** How long a slot is kept for a replica that is not heard of, in milliseconds. */
  readonly slotExpiryMs: number;
  /** Makes a client; for tests. */
  readonly client?: ((url: string) => Promise<RedisClient>) | undefined;
}

/** A proxy's part in what is shared through Redis. */
export class RedisLink implements StateLink {
  readonly ready: Promise<void>;
  readonly slots: RedisSlots;
  readonly #options: RedisLinkOptions;
  readonly #local: LocalState;
  readonly #by = crypto.randomUUID();
  readonly #channel: string;
  readonly #connection: RedisConnection;
  readonly #sessions: RedisSessions;
  readonly #rests = new Map<string, RestChannel>();
  readonly #closed = new AbortController();
  readonly #over: Promise<void>;
  // What is far is waited for by the clock of the machine, whatever the proxy's own says.
  readonly #clock: Clock = systemClock;

  /**
   * @param options What it is made of.
   * @param local The proxy.
   */
  constructor(options: RedisLinkOptions, local: LocalState) {
    const { url, prefix, timeoutMs, slotExpiryMs: expiryMs, client } = options;
    this.#options = options;
    this.#local = local;
    this.#channel = `${prefix}changes`;
    const clock = this.#clock;
    let told: Promise<void> | undefined;
    const connection = new RedisConnection({
      url,
      channel: this.#channel,
      timeoutMs,
      clock,
      client,
      onUp: () => void (told = this.#tellAll()),
      onMessage: (message) => this.#hear(message),
      warn: (message) => local.warn(message),
    });
    const parts = { connection, prefix, channel: this.#channel, by: this.#by };
    this.#connection = connection;
    this.slots = new RedisSlots({ ...parts, expiryMs, clock });
    this.#sessions = new RedisSessions({ ...parts, local });
    this.ready = withDeadline(START_MS, connection.tried.then(() => told), clock).then(() => {});
    this.#over = this.#follow();
  }

  changed(scope: string): void {
    this.#rest(scope).changed();
  }

  bound(session: SharedSession): void {
    this.#sessions.bound(session);
  }

  find(session: string, patience: Patience): Promise<string | undefined> {
    return this.#sessions.find(session, patience);
  }

  get missed(): number {
    return this.#connection.missed;
  }

  patience(): Patience {
    return { leftMs: this.#options.timeoutMs };
  }

  async close(): Promise<void> {
    this.#closed.abort();
    this.slots.close();
    // For what was just sent to be on its way.
    await this.#connection.ask(["PING"], this.patience());
    await this.#connection.close();
    await this.#over;
  }

  /** Reads and keeps, as long as it is open. */
  async #follow(): Promise<void> {
    const { signal } = this.#closed;
    const keepMs = this.#options.slotExpiryMs / 3;
    let keptMs = -Infinity;
    while (!signal.aborted) {
      await this.#clock.sleep(Math.min(READ_MS, keepMs), signal).catch(() => {});
      if (signal.aborted) return;
      if (!this.#connection.isUp) continue;
      if (performance.now() - keptMs >= keepMs) {
        keptMs = performance.now();
        await this.slots.keep();
      }
      await this.#read();
    }
  }

  async #tellAll(): Promise<void> {
    await this.slots.keep();
    await this.#read();
    for (const { scope, untilMs } of this.#local.rests()) {
      if (untilMs > this.#local.clock.now()) this.changed(scope);
    }
    await this.#sessions.tellAll();
  }

  async #read(): Promise<void> {
    const scopes = this.#local.rests().map(({ scope }) => scope);
    this.#forget(new Set(scopes));
    for (let start = 0; start < scopes.length; start += AT_ONCE) {
      const some = scopes.slice(start, start + AT_ONCE);
      const keys = some.map((scope) => this.#key(scope));
      const found = await this.#connection.send([
        "EVAL",
        READ_RESTS,
        String(keys.length),
        ...keys,
      ]);
      if (!Array.isArray(found)) return;
      for (const [index, scope] of some.entries()) {
        const remote = readRemote(found[index]);
        const rest = this.#rest(scope);
        if (remote !== undefined) rest.read(remote);
        rest.tell();
      }
    }
  }

  #hear(message: string): void {
    const [type, by, ...rest] = message.split(" ");
    if (type === "free") return this.slots.onFreed(message.slice("free ".length));
    if (by === undefined || by === this.#by) return;
    const text = rest.join(" ");
    if (type === "session") return this.#sessions.learn(text);
    if (type !== "rest") return;
    const remote = readRemote(rest.slice(0, 3));
    const scope = rest.slice(3).join(" ");
    if (remote === undefined || this.#local.rest(scope) === undefined) return;
    this.#rest(scope).learn(remote);
  }

  #rest(scope: string): RestChannel {
    const known = this.#rests.get(scope);
    if (known !== undefined) return known;
    const made = new RestChannel({
      scope,
      key: this.#key(scope),
      channel: this.#channel,
      by: this.#by,
      local: this.#local,
      send: (args) => this.#connection.send(args),
      isUp: () => this.#connection.isUp,
    });
    this.#rests.set(scope, made);
    return made;
  }

  /** What no configuration names any more takes no memory. */
  #forget(scopes: ReadonlySet<string>): void {
    for (const scope of this.#rests.keys()) if (!scopes.has(scope)) this.#rests.delete(scope);
  }

  #key(scope: string): string {
    return `${this.#options.prefix}rest:${scope}`;
  }
}
