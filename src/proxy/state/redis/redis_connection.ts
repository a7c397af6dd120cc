import { type Clock, TIMED_OUT, withDeadline } from "../../../clock.ts";
import { reasonOf } from "../reason_of.ts";
import type { Patience } from "../shared_state.ts";
import { LateAnswers } from "./late_answers.ts";
import { type RedisClient, redisClient } from "./redis_client.ts";

/** How long to wait before each further try to connect, in milliseconds. */
const RETRY_MS: readonly number[] = [100, 200, 400, 800, 1000];

/** How long a command may take that no request waits for, in milliseconds; then the connection is given up. */
const MAX_COMMAND_MS = 5000;

/** What a connection is made of. */
export interface RedisConnectionOptions {
  /** Where the server is. */
  readonly url: string;
  /** What changes are told on. */
  readonly channel: string;
  /** How long a request may wait for it, in milliseconds. */
  readonly timeoutMs: number;
  /** Where time comes from. */
  readonly clock: Clock;
  /** Called when it is connected. */
  onUp(): void;
  /** Told what others tell. */
  onMessage(message: string): void;
  /** Writes a sentence to the log. */
  warn(message: string): void;
  /** Makes a client; for tests. */
  readonly client?: ((url: string) => Promise<RedisClient>) | undefined;
}

/** A connection to a server that may be slow or gone at any time: it is made again and again. */
export class RedisConnection {
  readonly #options: RedisConnectionOptions;
  readonly #closed = new AbortController();
  readonly #over: Promise<void>;
  #client: RedisClient | undefined;
  /** Whether the last answer that a request waited for was late. */
  #isSlow = false;
  #isTold = false;
  #missed = 0;
  readonly #late: LateAnswers;
  /** Resolves when the first try to connect came to something. */
  readonly tried: Promise<void>;
  #onTried: () => void = () => {};

  /** @param options What it is made of. */
  constructor(options: RedisConnectionOptions) {
    this.#options = options;
    this.tried = new Promise((resolve) => this.#onTried = resolve);
    this.#late = new LateAnswers(options.clock, (count) => this.#tellLate(count));
    this.#over = this.#run();
  }

  /** Whether there is a connection. */
  get isUp(): boolean {
    return this.#client !== undefined;
  }

  /** Whether requests may wait for it: not while it is gone, nor after it was late, until an answer is in time again. */
  get isQuick(): boolean {
    return this.isUp && !this.#isSlow;
  }

  /** How often a request went on without an answer. */
  get missed(): number {
    return this.#missed;
  }

  /** How long one request may wait for it. */
  get timeoutMs(): number {
    return this.#options.timeoutMs;
  }

  /**
   * Sends a command that no request waits for.
   *
   * @returns The answer; `undefined` if there is none.
   */
  async send(args: readonly string[]): Promise<unknown> {
    const client = this.#client;
    const answer = await this.#answerIn(MAX_COMMAND_MS, args);
    // A peer that went without a word is not noticed otherwise.
    if (answer === TIMED_OUT && client === this.#client) client?.destroy();
    return answer === TIMED_OUT ? undefined : answer;
  }

  /**
   * Sends a command that a request waits for.
   *
   * @param args The command.
   * @param patience How long that may take.
   * @returns The answer; `undefined` if there is none in time.
   */
  async ask(args: readonly string[], patience: Patience): Promise<unknown> {
    if (!this.isQuick || patience.leftMs <= 0) return this.#miss();
    const startedMs = performance.now();
    const answer = await this.#answerIn(patience.leftMs, args);
    patience.leftMs -= performance.now() - startedMs;
    if (answer !== TIMED_OUT) return answer;
    this.#isSlow = true;
    return this.#miss();
  }

  /** Ends it. */
  async close(): Promise<void> {
    this.#closed.abort();
    this.#client?.destroy();
    await this.#late.close();
    await this.#over;
  }

  /** While it is told to be gone, there is nothing more to tell. */
  #miss(): undefined {
    this.#missed++;
    if (!this.#isTold) this.#late.add();
  }

  async #answerIn(ms: number, args: readonly string[]): Promise<unknown> {
    const client = this.#client;
    if (client === undefined) return undefined;
    const startedMs = performance.now();
    const answer = client.sendCommand(args).catch(() => undefined);
    answer.then((value) => {
      const isInTime = performance.now() - startedMs <= this.#options.timeoutMs;
      if (value !== undefined && isInTime) this.#isSlow = false;
    });
    return await withDeadline(ms, answer, this.#options.clock);
  }

  async #run(): Promise<void> {
    const { signal } = this.#closed;
    for (let tries = 0; !signal.aborted; tries++) {
      const wasUp = await this.#connected(signal);
      if (signal.aborted) return;
      if (wasUp) tries = 0;
      const waitMs = RETRY_MS[Math.min(tries, RETRY_MS.length - 1)]!;
      await this.#options.clock.sleep(waitMs, signal).catch(() => {});
    }
  }

  /** Is connected until that ends. Returns whether it ever was. */
  async #connected(signal: AbortSignal): Promise<boolean> {
    const { url, channel, onMessage, onUp, client: make = redisClient } = this.#options;
    const clients: RedisClient[] = [];
    try {
      const ends: Promise<void>[] = [];
      for (let index = 0; index < 2; index++) {
        const client = await make(url);
        clients.push(client);
        ends.push(endOf(client));
        await client.connect();
      }
      const [client, hearing] = clients;
      await hearing!.subscribe(channel, onMessage);
      signal.throwIfAborted();
      this.#client = client;
      this.#isSlow = false;
      this.#tell(undefined);
      onUp();
      this.#onTried();
      await Promise.race(ends);
      this.#tell("the connection ended");
      return true;
    } catch (error) {
      if (!signal.aborted) this.#tell(this.#masked(reasonOf(error)));
      return false;
    } finally {
      this.#client = undefined;
      this.#onTried();
      for (const client of clients) destroy(client);
    }
  }

  /** Tells when it is gone, and when it is back, once. */
  #tell(reason: string | undefined): void {
    if (this.#closed.signal.aborted || this.#isTold === (reason !== undefined)) return;
    this.#isTold = reason !== undefined;
    const { host } = new URL(this.#options.url);
    this.#options.warn(
      reason === undefined
        ? `Redis at ${host} is there again: the proxy shares its state`
        : `Redis at ${host} is gone (${reason}): the proxy goes on by what it knows itself`,
    );
  }

  #tellLate(count: number): void {
    // It went meanwhile, which was told.
    if (this.#isTold) return;
    const { url, timeoutMs, warn } = this.#options;
    const often = count === 1 ? "once" : `${count} times`;
    const what = `${often} a request went on without it, with the whole of each limit`;
    warn(`Redis at ${new URL(url).host} is late (more than ${timeoutMs} ms): ${what}`);
  }

  #masked(text: string): string {
    const { username, password } = new URL(this.#options.url);
    const secrets = [
      password,
      decodeURIComponent(password),
      username,
      decodeURIComponent(username),
    ];
    return secrets.filter((secret) => secret !== "")
      .reduce((masked, secret) => masked.replaceAll(secret, "***"), text);
  }
}

function endOf(client: RedisClient): Promise<void> {
  return new Promise((resolve) => {
    client.on("error", () => resolve());
    client.on("end", () => resolve());
  });
}

/** One that was never connected, or is closed already, cannot be. */
function destroy(client: RedisClient): void {
  try {
    client.destroy();
  } catch {
    // It is closed.
  }
}
