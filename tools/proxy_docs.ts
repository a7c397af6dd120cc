/**
 * Writes what is derived from the schema of the proxy's configuration: docs/proxy.schema.json and the tables in
 * docs/proxy.md.
 *
 * Usage: deno run -A tools/proxy_docs.ts
 *
 * @module
 */
import { configSchemaText } from "../src/proxy/config/config_schema_text.ts";
import { withTables } from "./proxy_docs/tables.ts";

await Deno.writeTextFile("docs/proxy.schema.json", configSchemaText());
await Deno.writeTextFile("docs/proxy.md", withTables(await Deno.readTextFile("docs/proxy.md")));
