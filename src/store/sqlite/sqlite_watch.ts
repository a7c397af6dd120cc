import type { Hint } from "../entry_iterator.ts";
import { Wakers } from "../wakers.ts";
import type { SqliteDatabase, SqliteStatement } from "./sqlite_database.ts";

/** Wakes followers: at once for what this connection writes, and by asking for what others write. */
export class SqliteWatch {
  readonly #wakers: Wakers = new Wakers();
  readonly #question: SqliteStatement | undefined;
  readonly #pollMs: number;
  #version: number | undefined;
  #waiting = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  /**
   * @param db The database.
   * @param pollMs How often to ask, in milliseconds.
   */
  constructor(db: SqliteDatabase, pollMs: number) {
    this.#pollMs = pollMs;
    // Nobody else can write to what has no file.
    if (hasFile(db)) this.#question = db.prepare("PRAGMA data_version");
  }

  /** Makes a hint that counts from now on. */
  arm(thread: string): Hint {
    const { woken, disarm } = this.#wakers.arm(thread);
    this.#begin();
    return {
      woken,
      disarm: () => {
        disarm();
        this.#end();
      },
    };
  }

  /** Wakes those who follow a thread. */
  wake(thread: string): void {
    this.#wakers.wake(thread);
  }

  /** Wakes everybody. */
  wakeAll(): void {
    this.#wakers.wakeAll();
  }

  /** Asks no more. */
  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #begin(): void {
    if (this.#question === undefined || ++this.#waiting > 1) return;
    this.#version = this.#ask();
    this.#timer = setInterval(() => this.#poll(), this.#pollMs);
  }

  #end(): void {
    if (this.#question !== undefined && --this.#waiting === 0) this.stop();
  }

  #poll(): void {
    const version = this.#ask();
    if (version === this.#version) return;
    this.#version = version;
    this.#wakers.wakeAll();
  }

  /** A number that changes when another connection commits: much cheaper than to read. */
  #ask(): number {
    return (this.#question?.get() as { data_version: number }).data_version;
  }
}

function hasFile(db: SqliteDatabase): boolean {
  const databases = db.prepare("PRAGMA database_list").all() as { name: string; file: string }[];
  return databases.some(({ name, file }) => name === "main" && file !== "" && file !== null);
}
