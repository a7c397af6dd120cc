import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { fromPostgres } from "../../../src/store/postgres/from_postgres.ts";
import type {
  PostgresJsQuery,
  PostgresJsResult,
  PostgresJsSql,
} from "../../../src/store/postgres/from_postgres.ts";

/** A driver whose server answers COMMIT as a test says, and which takes any answer for a success. */
function driverThat({ answers, fails = "" }: { answers: string; fails?: string }) {
  const asked: string[] = [];
  const run = (text: string): PostgresJsQuery => {
    asked.push(text);
    const command = text.startsWith("COMMIT") ? answers : text;
    const rows: PostgresJsResult = Object.assign([{ text }], { command });
    const result = text === fails ? Promise.reject(new Error("failed")) : Promise.resolve(rows);
    const query: PostgresJsQuery = { then: result.then.bind(result), execute: () => query };
    return query;
  };
  const sql: PostgresJsSql = {
    unsafe: run,
    begin: (run) => run(sql),
    listen: () => Promise.resolve({ unlisten: () => Promise.resolve() }),
  };
  return { sql, asked };
}

Deno.test("fromPostgres() commits what it ran, and gives what came of it", async () => {
  const { sql, asked } = driverThat({ answers: "COMMIT" });
  const rows = await fromPostgres(sql).transaction((query) => query("one", [1]));
  assertEquals(rows.map(({ text }) => text), ["one"]);
  assertEquals(asked, ["one", "COMMIT AND CHAIN"]);
});

Deno.test("fromPostgres() commits nothing where a statement fails, and hands its error on", async () => {
  const { sql, asked } = driverThat({ answers: "COMMIT", fails: "one" });
  const run = () => fromPostgres(sql).transaction((query) => query("one", []));
  await assertRejects(run, Error, "failed");
  assertEquals(asked, ["one"]);
});

Deno.test("fromPostgres() takes a commit that rolled back for none", async () => {
  const { sql } = driverThat({ answers: "ROLLBACK" });
  const run = () => fromPostgres(sql).transaction((query) => query("one", []));
  const { message } = await assertRejects(run, Error, "PostgreSQL answered ROLLBACK");
  assertStringIncludes(message, "with npm:postgres, give postgres() 'prepare: false'");
});
