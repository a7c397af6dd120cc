import { type OptionNames, requireKnownOptions } from "../../known_options.ts";
import { shown } from "../../shown.ts";
import { checkMethods, checkMs } from "../check_arguments.ts";
import { EngineTraceStore } from "../engine_trace_store.ts";
import type { PostgresClient } from "./postgres_client.ts";
import { PostgresEngine } from "./postgres_engine.ts";
import { checkSchema, makePostgresTables } from "./postgres_tables.ts";

/** Options of {@linkcode PostgresTraceStore}. */
export interface PostgresTraceStoreOptions {
  /** The schema of the tables; lower case letters, digits and `_`. @default {"wholeturn"} */
  readonly schema?: string | undefined;
  /**
   * Whether writers tell followers elsewhere at once, by NOTIFY. Commits that do so wait for one another, in the whole
   * database; without it, followers find what others wrote when they look. All processes should say the same.
   *
   * @default {true}
   */
  readonly notify?: boolean | undefined;
  /** How often a follower looks by itself, in milliseconds: what is told may be lost. @default {250} */
  readonly pollMs?: number | undefined;
}

const OPTIONS: OptionNames<PostgresTraceStoreOptions> = {
  schema: true,
  notify: true,
  pollMs: true,
};

/**
 * Keeps threads in PostgreSQL, for workers on several machines. Leases go by the server's clock.
 *
 * @example
 * ```ts ignore
 * import postgres from "npm:postgres@3";
 * import { fromPostgres, PostgresTraceStore } from "@wholeturn/wholeturn/postgres";
 *
 * const sql = postgres("postgres://127.0.0.1/agents");
 * const store = new PostgresTraceStore(fromPostgres(sql));
 * await store.setup();
 * await store.append("thread", [{ type: "note", stream: "a", payload: "hi" }], { expected: 0 });
 * await store.close();
 * await sql.end();
 * ```
 */
export class PostgresTraceStore extends EngineTraceStore {
  readonly #client: PostgresClient;
  readonly #engine: PostgresEngine;
  readonly #schema: string;

  /**
   * Makes a store. {@linkcode setup} makes its tables.
   *
   * @param client The database, by {@linkcode fromPg} or {@linkcode fromPostgres}.
   * @param options Its settings.
   * @throws {TypeError} If the client is none, or an option is of the wrong kind.
   * @throws {RangeError} If an option is not what it may be.
   */
  constructor(client: PostgresClient, options: PostgresTraceStoreOptions = {}) {
    checkMethods("client", "a client", client, ["query", "transaction"]);
    requireKnownOptions("make a store", options, OPTIONS);
    const { schema = "wholeturn", notify = true, pollMs = 250 } = options;
    checkSchema(schema);
    if (typeof notify !== "boolean") {
      throw new TypeError(
        `Cannot make a store as 'notify' must be true or false: current value is ${shown(notify)}`,
      );
    }
    checkMs("pollMs", pollMs);
    const engine = new PostgresEngine(client, { schema, notify, pollMs });
    super(engine);
    this.#client = client;
    this.#engine = engine;
    this.#schema = schema;
  }

  /**
   * Makes the schema and the tables where they are not there; several processes may do so at once.
   *
   * @throws If the tables are of a later version, or the database does not keep text as UTF-8.
   */
  async setup(): Promise<void> {
    await makePostgresTables(this.#client, this.#schema);
  }

  /** Listens no more. The connections are the caller's to close. */
  async close(): Promise<void> {
    await this.#engine.close();
  }

  /** Listens no more. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
