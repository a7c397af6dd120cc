import { isObject, type JsonObject } from "../../wire/json.ts";
import { CONFIG_SCHEMA } from "./config_schema.ts";
import type { ProxyConfig } from "./proxy_config.ts";
import { isSecretName } from "./is_secret_name.ts";
import { UPSTREAM } from "./provider_schema.ts";
import type { SchemaNode } from "./schema_node.ts";

/** What stands for a secret. */
const MASK = "***";

/** Blocks whose presence asks for something: one of defaults alone would not mean the same. */
const MEANINGFUL: ReadonlySet<string> = new Set(["queue"]);

/**
 * Spells out a configuration: where it leaves something out, the default stands. Upstreams are left as they are, as what
 * they leave out is their provider's.
 *
 * @param config A configuration that has been read without an error.
 * @param secrets Whether secrets stay, or are masked.
 */
export function effectiveConfig(config: ProxyConfig, secrets: "masked" | "kept"): ProxyConfig {
  const how = { masks: secrets === "masked", fills: true };
  return filled(config, CONFIG_SCHEMA, "", how) as ProxyConfig;
}

interface How {
  readonly masks: boolean;
  readonly fills: boolean;
}

function filled(value: unknown, node: SchemaNode, name: string, how: How): unknown {
  const { masks } = how;
  const kind = node.anyOf?.find(({ type }) => isOfKind(value, type)) ?? node;
  if (typeof value === "string") {
    const isSecret = masks && (node.writeOnly || kind.writeOnly);
    return isSecret ? masked(value, name) : value;
  }
  if (Array.isArray(value)) {
    return value.map((item) => filled(item, kind.items ?? {}, name, how));
  }
  if (!isObject(value)) return value;
  if (kind.additionalProperties === true) return masks ? maskedMembers(value) : value;
  return filledMembers(value, kind, kind === UPSTREAM ? { masks, fills: false } : how);
}

function isOfKind(value: unknown, type: SchemaNode["type"]): boolean {
  if (Array.isArray(value)) return type === "array";
  const kind = typeof value;
  return kind === type;
}

function filledMembers(value: JsonObject, kind: SchemaNode, how: How): JsonObject {
  const { properties = {}, additionalProperties } = kind;
  const members = new Map<string, unknown>();
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const node = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    members.set(name, filled(member, typeof node === "object" ? node : {}, name, how));
  }
  for (const [name, node] of Object.entries(properties)) {
    if (members.has(name) || !how.fills) continue;
    const fallback = node.default ?? blockOfDefaults(name, node);
    if (fallback !== undefined && fallback !== null) members.set(name, fallback);
  }
  return Object.fromEntries(members);
}

/** A block that is left out, if all it would hold are defaults. */
function blockOfDefaults(name: string, { properties }: SchemaNode): JsonObject | undefined {
  if (properties === undefined || MEANINGFUL.has(name)) return undefined;
  const entries = Object.entries(properties).map(([member, node]) => [member, node.default]);
  const known = entries.filter(([, value]) => value !== undefined);
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

/** Of an address only the user and the password are secrets. */
function masked(text: string, name: string): string {
  if (name !== "url" && name !== "redis") return MASK;
  const at = /^([a-z]+:\/\/).*@(.*)$/is.exec(text);
  return at === null ? text : `${at[1]}${MASK}@${at[2]}`;
}

function maskedMembers(value: unknown, name = ""): unknown {
  if (typeof value === "string") return isSecretName(name) ? MASK : value;
  if (Array.isArray(value)) return value.map((item) => maskedMembers(item, name));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([member, inner]) => [member, maskedMembers(inner, member)]),
  );
}
