import { WholeturnError } from "../../errors.ts";
import { shown } from "../../shown.ts";

/** What may be asked: whether it is a promise, and what it looks like in a message. */
const ALLOWED: ReadonlySet<PropertyKey> = new Set<PropertyKey>([
  "then",
  Symbol.toStringTag,
  Symbol.for("Deno.customInspect"),
  Symbol.for("Deno.privateCustomInspect"),
  Symbol.for("nodejs.util.inspect.custom"),
]);

/**
 * Gives something that refuses every use: a resource for builds that must use none.
 *
 * @example
 * ```ts
 * import { refusing } from "@wholeturn/wholeturn/testing";
 * import { assertThrows } from "@std/assert";
 *
 * const web = refusing<{ search(words: string): string }>("the web");
 * assertThrows(() => web.search("rain"), Error, "Cannot use the web");
 * ```
 *
 * @param what What it stands for, for the message.
 * @returns It. Any use throws an error with the code `REFUSED`.
 * @throws {TypeError} If it has no name.
 */
export function refusing<T extends object>(what: string): T {
  if (typeof what !== "string" || what === "") {
    throw new TypeError(
      `Cannot make what refuses as it must be named by a text: got ${shown(what)}`,
    );
  }
  const refuse = (how: string) => (_: object, key?: unknown): never => {
    const name = typeof key === "string" || typeof key === "symbol" ? ` '${String(key)}'` : "";
    throw new WholeturnError("REFUSED", `Cannot use ${what} here, but the code ${how}${name}`);
  };
  const reads = refuse("reads");
  // One that could be called and constructed: else the engine itself would refuse, in its own words.
  const target = function () {};
  return new Proxy(target, {
    get: (_, key) => ALLOWED.has(key) ? tagOf(key, what) : reads(_, key),
    set: refuse("sets"),
    has: refuse("looks for"),
    apply: (target) => refuse("calls it")(target),
    construct: (target) => refuse("makes one of it")(target),
    ownKeys: refuse("lists its members"),
    deleteProperty: refuse("deletes"),
    defineProperty: refuse("defines"),
    getOwnPropertyDescriptor: refuse("looks at"),
    getPrototypeOf: refuse("asks for its prototype"),
    setPrototypeOf: refuse("changes its prototype"),
    isExtensible: refuse("asks whether it is extensible"),
    preventExtensions: refuse("freezes it"),
  }) as unknown as T;
}

function tagOf(key: PropertyKey, what: string): unknown {
  if (key === "then") return undefined;
  return key === Symbol.toStringTag ? `refusing ${what}` : () => `[refusing ${what}]`;
}
