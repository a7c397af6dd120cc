import { shown } from "../../shown.ts";
import type { PostgresClient, PostgresQuery } from "./postgres_client.ts";

/** The version of the tables; later ones are not touched. */
const VERSION = 1;

/** What needs no quotes, so that a name is the same everywhere. */
const SCHEMA_REGEXP = /^[a-z_][a-z0-9_]{0,47}$/;

/** @throws {RangeError} If a text cannot name a schema. */
export function checkSchema(schema: string): void {
  if (SCHEMA_REGEXP.test(schema)) return;
  throw new RangeError(
    `Cannot open the store as 'schema' must be 1 to 48 lower case letters, digits and '_', no digit first: current value is ${
      shown(schema)
    }`,
  );
}

/**
 * The statements that make a schema. Names compare by bytes ("C"), events are text: `jsonb` refuses NUL and lone
 * surrogates. Numbers of lives and tokens are from sequences, whose gaps do no harm; positions are not, as a reader
 * would pass over numbers that are given but not yet seen.
 */
function statements(schema: string): readonly string[] {
  return [
    `CREATE SCHEMA IF NOT EXISTS ${schema}`,
    `CREATE TABLE IF NOT EXISTS ${schema}.version (version int NOT NULL)`,
    `CREATE SEQUENCE IF NOT EXISTS ${schema}.incarnations AS bigint`,
    `CREATE SEQUENCE IF NOT EXISTS ${schema}.tokens AS bigint`,
    `CREATE TABLE IF NOT EXISTS ${schema}.threads (
      id text COLLATE "C" PRIMARY KEY,
      incarnation bigint NOT NULL UNIQUE DEFAULT nextval('${schema}.incarnations'),
      position bigint NOT NULL,
      next text NOT NULL
    )`,
    `CREATE TABLE IF NOT EXISTS ${schema}.entries (
      incarnation bigint NOT NULL,
      position bigint NOT NULL,
      body text NOT NULL,
      PRIMARY KEY (incarnation, position)
    )`,
    `CREATE TABLE IF NOT EXISTS ${schema}.leases (
      thread text COLLATE "C" PRIMARY KEY,
      owner text COLLATE "C" NOT NULL,
      token text COLLATE "C" NOT NULL,
      expires_at timestamptz NOT NULL
    )`,
    `INSERT INTO ${schema}.version SELECT ${VERSION} WHERE NOT EXISTS (SELECT FROM ${schema}.version)`,
  ];
}

/**
 * Makes the schema and the tables of a store where they are not there.
 *
 * @throws If they are of a later version, or the database does not keep text as UTF-8.
 */
export async function makePostgresTables(client: PostgresClient, schema: string): Promise<void> {
  await client.transaction(async (query) => {
    // Two at once would collide: IF NOT EXISTS looks first and makes then.
    await query("SELECT pg_advisory_xact_lock(hashtextextended($1::text, 0))", [schema]);
    await requireUtf8(query);
    for (const statement of statements(schema)) await query(statement, []);
    const [row] = await query(`SELECT max(version) AS version FROM ${schema}.version`, []);
    const version = Number(row?.["version"]);
    if (version <= VERSION) return;
    throw new Error(
      `Cannot use the schema '${schema}' as its tables must be of version ${VERSION}: they are of ${version}`,
    );
  });
}

async function requireUtf8(query: PostgresQuery): Promise<void> {
  const [row] = await query("SELECT current_setting('server_encoding') AS encoding", []);
  const encoding = row?.["encoding"];
  if (encoding === "UTF8") return;
  throw new Error(
    `Cannot keep events in this database as its encoding must be UTF8: it is ${encoding}`,
  );
}
