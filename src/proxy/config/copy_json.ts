import { shown } from "../../shown.ts";
import { isObject } from "../../wire/json.ts";
import type { ConfigPath } from "./config_problem.ts";

/** A copy, or where and why there is none. */
export type JsonCopy =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly path: ConfigPath; readonly what: string };

/** How deep values may be nested: deeper ones are a mistake, or run in a circle. */
const MAX_DEPTH = 100;

/**
 * Copies a value that is to be JSON, so that a later change of it changes nothing here.
 *
 * @param value The value.
 */
export function copyJson(value: unknown, path: ConfigPath = []): JsonCopy {
  if (path.length > MAX_DEPTH) return refused(path, "nested too deeply");
  if (Array.isArray(value)) {
    return copyEntries([...value.entries()], path, (all) => all.map(second));
  }
  if (isPlain(value)) {
    const entries = Object.entries(value).filter(([, member]) => member !== undefined);
    return copyEntries(entries, path, (all) => Object.fromEntries(all));
  }
  const isScalar = value === null || typeof value === "string" || typeof value === "boolean" ||
    Number.isFinite(value);
  return isScalar
    ? { ok: true, value }
    : refused(path, isObject(value) ? "no plain object" : shown(value));
}

function second([, value]: readonly [unknown, unknown]): unknown {
  return value;
}

function refused(path: ConfigPath, what: string): JsonCopy {
  return { ok: false, path, what };
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (!isObject(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  // Of another realm, or of a parser that makes objects without a prototype.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function copyEntries(
  entries: readonly (readonly [string | number, unknown])[],
  path: ConfigPath,
  build: (entries: readonly (readonly [string | number, unknown])[]) => unknown,
): JsonCopy {
  const copies: [string | number, unknown][] = [];
  for (const [name, member] of entries) {
    const copy = copyJson(member, [...path, name]);
    if (!copy.ok) return copy;
    copies.push([name, copy.value]);
  }
  return { ok: true, value: build(copies) };
}
