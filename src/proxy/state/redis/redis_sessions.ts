import { createHash } from "node:crypto";
import type { LocalState, Patience, SharedSession } from "../shared_state.ts";
import type { RedisConnection } from "./redis_connection.ts";

/** Longer names than these are not told: there would be no end to what a client sends. */
const MAX_CHARS = 2048;

/** How many sessions are told again at once after the server was gone. */
const AT_ONCE = 200;

/** What they are made of. */
export interface RedisSessionsOptions {
  /** The way to the server. */
  readonly connection: RedisConnection;
  /** What the names of all keys begin with. */
  readonly prefix: string;
  /** What changes are told on. */
  readonly channel: string;
  /** The name of this replica. */
  readonly by: string;
  /** The proxy. */
  readonly local: LocalState;
}

/** Which upstream serves which session, for all replicas. */
export class RedisSessions {
  readonly #options: RedisSessionsOptions;

  /** @param options What they are made of. */
  constructor(options: RedisSessionsOptions) {
    this.#options = options;
  }

  /** Tells what serves a session. */
  bound({ session, upstream, ttlMs }: SharedSession): void {
    if (session.length > MAX_CHARS) return;
    const { connection, channel, by } = this.#options;
    void connection.send(["SET", this.#key(session), upstream, "PX", String(Math.ceil(ttlMs))]);
    const told = `session ${by} ${JSON.stringify([session, upstream])}`;
    void connection.send(["PUBLISH", channel, told]);
  }

  /** Gives what serves a session, if that is known in time. */
  async find(session: string, patience: Patience): Promise<string | undefined> {
    if (session.length > MAX_CHARS) return undefined;
    const upstream = await this.#options.connection.ask(["GET", this.#key(session)], patience);
    return typeof upstream === "string" && upstream.length <= MAX_CHARS ? upstream : undefined;
  }

  /** Takes what another replica tells. */
  learn(text: string): void {
    let told: unknown;
    try {
      told = JSON.parse(text);
    } catch {
      return;
    }
    if (!Array.isArray(told)) return;
    const [session, upstream] = told;
    if (typeof session !== "string" || typeof upstream !== "string") return;
    if (session.length <= MAX_CHARS && upstream.length <= MAX_CHARS) {
      this.#options.local.bind(session, upstream);
    }
  }

  /** Tells all of them to a server that may have lost them; what it has is newer. */
  async tellAll(): Promise<void> {
    const { connection, local } = this.#options;
    let sent: Promise<unknown>[] = [];
    for (const { session, upstream, ttlMs } of [...local.sessions()]) {
      if (!connection.isUp) return;
      if (session.length > MAX_CHARS) continue;
      const key = this.#key(session);
      sent.push(connection.send(["SET", key, upstream, "PX", String(Math.ceil(ttlMs)), "NX"]));
      if (sent.length < AT_ONCE) continue;
      await Promise.all(sent);
      sent = [];
    }
    await Promise.all(sent);
  }

  /** Of one length, whatever a client sends. */
  #key(session: string): string {
    const hash = createHash("sha256").update(session).digest("hex");
    return `${this.#options.prefix}session:${hash}`;
  }
}
