/** The statements that write threads. */
interface WriteSql {
  /** Holds other writers of a thread off until the transaction ends. */
  readonly lock: string;
  readonly requireLease: string;
  readonly head: string;
  readonly grow: string;
  readonly bear: string;
  readonly notify: string;
  readonly remove: string;
  readonly incarnation: string;
  readonly stage: string;
  readonly place: string;
}

/** The statements that read threads. */
interface ReadSql {
  readonly firstForwards: string;
  readonly forwards: string;
  readonly firstBackwards: string;
  readonly backwards: string;
  readonly alive: string;
  readonly newest: string;
  readonly olderThan: string;
}

/** The statements about leases. */
interface LeaseSql {
  readonly acquire: string;
  readonly renew: string;
  readonly release: string;
  readonly live: string;
}

/** The statements of a store, over the tables of its schema. */
export type PostgresSql = WriteSql & ReadSql & LeaseSql;

/** Writes the statements for a schema. */
export function postgresSql(schema: string): PostgresSql {
  return { ...writeSql(schema), ...readSql(schema), ...leaseSql(schema) };
}

function writeSql(schema: string): WriteSql {
  // As texts in a JSON list: drivers differ in how they write arrays. The texts are JSON again, so they have no NUL.
  const bodies = (list: string) =>
    `json_array_elements_text(${list}::text::json) WITH ORDINALITY AS bodies (body, nth)`;
  return {
    lock: lockSql(schema),
    // FOR SHARE: whoever takes the lease over waits until this transaction is seen. clock_timestamp(), as now() is when
    // the transaction began, and it may have waited for the lock since.
    requireLease: `SELECT 1 FROM ${schema}.leases
      WHERE thread = $1::text AND token = $2::text AND expires_at > clock_timestamp() FOR SHARE`,
    head: `SELECT ${timeSql("clock_timestamp()")} AS now, t.incarnation, t.position, t.next
      FROM (VALUES (1)) AS one LEFT JOIN ${schema}.threads AS t ON t.id = $1::text`,
    grow: `WITH grown AS (
        UPDATE ${schema}.threads SET position = $3::int8, next = $4::text WHERE incarnation = $1::int8
      ) INSERT INTO ${schema}.entries SELECT $1::int8, $2::int8 + nth, body FROM ${bodies("$5")}`,
    bear: `WITH born AS (
        INSERT INTO ${schema}.threads (id, position, next) VALUES ($1::text, $2::int8, $3::text)
        RETURNING incarnation
      ) INSERT INTO ${schema}.entries SELECT incarnation, nth, body FROM born, ${bodies("$4")}`,
    notify: "SELECT pg_notify($1::text, $2::text)",
    remove: `WITH gone AS (
        DELETE FROM ${schema}.threads WHERE id = $1::text RETURNING incarnation
      ), emptied AS (
        DELETE FROM ${schema}.entries AS e USING gone WHERE e.incarnation = gone.incarnation
      ) DELETE FROM ${schema}.leases WHERE thread = $1::text`,
    incarnation: `SELECT nextval('${schema}.incarnations') AS incarnation`,
    stage: `INSERT INTO ${schema}.entries SELECT $1::int8, $2::int8 + nth, body FROM ${
      bodies("$3")
    }`,
    place: `INSERT INTO ${schema}.threads (id, incarnation, position, next)
      VALUES ($1::text, $2::int8, $3::int8, $4::text)`,
  };
}

function readSql(schema: string): ReadSql {
  const firstPage = (comparison: string, order: string) =>
    `SELECT t.incarnation, t.position AS last, e.position, e.body
    FROM ${schema}.threads AS t LEFT JOIN LATERAL (
      SELECT position, body FROM ${schema}.entries
      WHERE incarnation = t.incarnation AND position ${comparison}
      ORDER BY position ${order} LIMIT $3::int8
    ) AS e ON true WHERE t.id = $1::text ORDER BY e.position ${order}`;
  const page = (comparison: string, order: string) =>
    `SELECT position, body FROM ${schema}.entries
    WHERE incarnation = $1::int8 AND position ${comparison} $2::int8
    ORDER BY position ${order} LIMIT $3::int8`;
  const summaries = `SELECT t.id, e.position, e.body FROM ${schema}.threads AS t
    JOIN ${schema}.entries AS e ON e.incarnation = t.incarnation AND e.position = 1`;
  return {
    firstForwards: firstPage("> $2::int8", "ASC"),
    forwards: page(">", "ASC"),
    firstBackwards: firstPage("<= least(t.position, $2::int8)", "DESC"),
    backwards: page("<=", "DESC"),
    alive: `SELECT 1 FROM ${schema}.threads WHERE incarnation = $1::int8`,
    newest: `${summaries} ORDER BY t.incarnation DESC LIMIT $1::int8`,
    olderThan: `${summaries}
      WHERE t.incarnation < (SELECT incarnation FROM ${schema}.threads WHERE id = $2::text)
      ORDER BY t.incarnation DESC LIMIT $1::int8`,
  };
}

function leaseSql(schema: string): LeaseSql {
  const lease = `thread, owner, token, ${timeSql("expires_at")} AS expires_at`;
  const end =
    "date_trunc('milliseconds', clock_timestamp() + $3::float8 * interval '1 millisecond')";
  return {
    // The lock comes first, then the token: a greater one cannot land before a lesser one.
    acquire: `WITH locked AS MATERIALIZED (${lockSql(schema)})
      INSERT INTO ${schema}.leases AS held (thread, owner, token, expires_at)
      SELECT $1::text, $2::text, lpad(nextval('${schema}.tokens')::text, 16, '0'), ${end} FROM locked
      ON CONFLICT (thread) DO UPDATE
      SET owner = excluded.owner, token = excluded.token, expires_at = excluded.expires_at
      WHERE held.owner = excluded.owner OR held.expires_at <= clock_timestamp()
      RETURNING ${lease}`,
    renew: `UPDATE ${schema}.leases SET expires_at = ${end}
      WHERE thread = $1::text AND token = $2::text AND expires_at > clock_timestamp()
      RETURNING ${lease}`,
    release: `DELETE FROM ${schema}.leases WHERE thread = $1::text AND token = $2::text`,
    live: `SELECT ${lease} FROM ${schema}.leases
      WHERE thread = $1::text AND expires_at > clock_timestamp()`,
  };
}

function lockSql(schema: string): string {
  return `SELECT pg_advisory_xact_lock(hashtextextended('${schema}:' || $1::text, 0))`;
}

/** Writes a time as stores do: UTC, in milliseconds. */
function timeSql(time: string): string {
  return `to_char(date_trunc('milliseconds', ${time}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
