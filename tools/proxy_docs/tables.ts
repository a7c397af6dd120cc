import { PROVIDER, UPSTREAM } from "../../src/proxy/config/provider_schema.ts";
import {
  BACKOFF,
  DRAIN,
  LIMITS,
  REDIS,
  RETRY_BUDGET,
  SESSIONS,
} from "../../src/proxy/config/block_schemas.ts";
import { CONFIG_SCHEMA } from "../../src/proxy/config/config_schema.ts";
import { MODEL } from "../../src/proxy/config/provider_schema.ts";
import type { SchemaNode } from "../../src/proxy/config/schema_node.ts";
import { UPSTREAM_SETTINGS } from "../../src/proxy/config/upstream_schema.ts";

type Members = Readonly<Record<string, SchemaNode>>;

const IS_SETTING: ReadonlySet<string> = new Set(Object.keys(UPSTREAM_SETTINGS));

function own(members: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !IS_SETTING.has(name)));
}

const THINK_TAGS = UPSTREAM_SETTINGS.think_tags.anyOf!.find(({ type }) => type === "object")!;

/** The tables, by the name between the marks that they stand between. */
const TABLES: Readonly<Record<string, Members>> = {
  top: CONFIG_SCHEMA.properties,
  provider: own(PROVIDER.properties),
  settings: UPSTREAM_SETTINGS,
  timeouts: UPSTREAM_SETTINGS.timeouts.properties!,
  queue: UPSTREAM_SETTINGS.queue.properties!,
  think_tags: THINK_TAGS.properties!,
  headers: UPSTREAM_SETTINGS.headers.properties!,
  model: MODEL.properties,
  upstream: own(UPSTREAM.properties),
  backoff_defaults: BACKOFF.properties,
  limits: LIMITS.properties,
  sessions: SESSIONS.properties,
  retry_budget: RETRY_BUDGET.properties,
  drain: DRAIN.properties,
  redis: REDIS.properties,
};

function rowOf(name: string, node: SchemaNode): string {
  const { default: value, description, title } = node;
  const kind = node.enum === undefined
    ? title ?? ""
    : node.enum.map((word) => `\`${word}\``).join(", ");
  const shown = value === undefined || value === null ? "" : `\`${JSON.stringify(value)}\``;
  const cells = [`\`${name}\``, kind, shown, description ?? ""];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

function tableOf(members: Members): string {
  const rows = Object.entries(members).map(([name, node]) => rowOf(name, node));
  return ["| name | value | default | what it is for |", "| --- | --- | --- | --- |", ...rows].join(
    "\n",
  );
}

/**
 * Puts the tables of the schema into a text, each between the marks `<!-- table: name -->` and `<!-- end -->`.
 *
 * @param text The text.
 * @throws {Error} If the text has no place for one of them.
 */
export function withTables(text: string): string {
  let result = text;
  for (const [name, members] of Object.entries(TABLES)) {
    const begin = `<!-- table: ${name} -->`;
    const start = result.indexOf(begin);
    const end = result.indexOf("<!-- end -->", start);
    if (start < 0 || end < 0) throw new Error(`The text has no place for the table '${name}'`);
    const table = `${begin}\n<!-- deno-fmt-ignore -->\n\n${tableOf(members)}\n\n`;
    result = result.slice(0, start) + table + result.slice(end);
  }
  return result;
}
