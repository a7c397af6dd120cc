import { BEHAVIOURS, Client } from "./clients.ts";

/** How many may be under way; what comes then is dropped, so that a proxy that hangs is not flooded. */
const MAX_CLIENTS = 200;

/** How long a visit may take: more than all attempts of a request together. */
const MAX_VISIT_MS = 40_000;

/** Words in capitals say that the proxy broke its promise. */
const BROKEN_REGEXP = /[A-Z]{3}/;

/** How many broken promises are kept in full. */
const MAX_BROKEN = 20;

/** Clients that come by chance, at a bounded rate. */
export class Traffic {
  /** How the visits of each kind of client ended, by a word each. */
  readonly ends: Map<string, Map<string, number>> = new Map();
  /** Promises that the proxy broke. */
  readonly broken: string[] = [];
  readonly #client: Client;
  readonly #open = new Set<Promise<void>>();
  #dropped = 0;

  /** @param url The address of the proxy. */
  constructor(url: string) {
    this.#client = new Client(url);
  }

  /** How many clients were not let in as there were too many. */
  get dropped(): number {
    return this.#dropped;
  }

  /** How many came. */
  get visits(): number {
    let sum = 0;
    for (const ends of this.ends.values()) for (const count of ends.values()) sum += count;
    return sum;
  }

  /**
   * Sends clients for a while, and waits for the last.
   *
   * @param ms How long.
   * @param perSecond How many a second.
   */
  async run(ms: number, perSecond: number): Promise<void> {
    const endMs = performance.now() + ms;
    while (performance.now() < endMs) {
      if (this.#open.size < MAX_CLIENTS) this.#visit();
      else this.#dropped++;
      // Nobody waits for the one before: sometimes many come together.
      await sleep(-Math.log(1 - Math.random()) * 1000 / perSecond);
    }
    await Promise.all(this.#open);
  }

  /** Closes the connections to the proxy. */
  close(): void {
    this.#client.close();
  }

  #visit(): void {
    const { name, act } = drawn();
    const visit = inTime(act(this.#client)).catch(() => "broken").then((end) => {
      this.#open.delete(visit);
      if (BROKEN_REGEXP.test(end) && this.broken.length < MAX_BROKEN) {
        this.broken.push(`${name}: ${end}`);
      }
      const word = BROKEN_REGEXP.test(end) ? "BROKEN PROMISE" : end;
      const ends = this.ends.get(name) ?? new Map<string, number>();
      this.ends.set(name, ends.set(word, (ends.get(word) ?? 0) + 1));
    });
    this.#open.add(visit);
  }
}

function drawn(): (typeof BEHAVIOURS)[number] {
  const total = BEHAVIOURS.reduce((sum, { often }) => sum + often, 0);
  let left = Math.random() * total;
  return BEHAVIOURS.find(({ often }) => (left -= often) < 0) ?? BEHAVIOURS[0]!;
}

/** A client that gets neither an answer nor an error waits in vain. */
async function inTime(act: Promise<string>): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`NO END after ${MAX_VISIT_MS} ms`), MAX_VISIT_MS);
  });
  return await Promise.race([act, late]).finally(() => clearTimeout(timer));
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
