import { finish } from "./events.ts";

const CIRCLE: Record<string, unknown> = {};
CIRCLE["self"] = CIRCLE;

/** An object one of whose fields throws when it is read. */
function throwing(field: string, base: object): object {
  return Object.defineProperty({ ...base }, field, {
    enumerable: true,
    get() {
      throw new Error("Getter");
    },
  });
}

/** A proxy that is no promise, so that an async function can give it, and nothing else either. */
function trapping(): object {
  const trap = (): never => {
    throw new Error("Trap");
  };
  return new Proxy({}, {
    get: (_, field) => field === "then" ? undefined : trap(),
    has: trap,
    ownKeys: trap,
    getPrototypeOf: trap,
  });
}

const { finish: FINISH } = finish();

/** Values that are no events of a turn, by what is wrong with them. */
export const NO_EVENTS: Readonly<Record<string, unknown>> = {
  "null": null,
  "nothing": undefined,
  "a text": "text",
  "a number": 1,
  "a BigInt": 10n,
  "a symbol": Symbol("event"),
  "a function": () => {},
  "a list": [],
  "an object without a prototype": Object.create(null),
  "a circle": CIRCLE,
  "a type that is a BigInt": { type: 1n },
  "a type that is a symbol": { type: Symbol("text") },
  "a type whose getter throws": throwing("type", {}),
  "a finish that is null": { type: "finish", finish: null },
  "a finish whose getter throws": throwing("finish", { type: "finish" }),
  "a text whose getter throws": throwing("text", { type: "text" }),
  "arguments whose getter throws": throwing("arguments", { type: "tool_call", index: 0 }),
  "a usage whose getter throws": { type: "finish", finish: throwing("usage", FINISH) },
  "a count whose getter throws": {
    type: "finish",
    finish: { ...FINISH, usage: throwing("input", FINISH.usage) },
  },
  "a proxy that throws": trapping(),
};

/** Events of a known type that hold what does not belong there. */
export const BAD_EVENTS: Readonly<Record<string, unknown>> = {
  "a text that is a BigInt": { type: "text", text: 10n },
  "a text that is a symbol": { type: "text", text: Symbol("text") },
  "a text that is a circle": { type: "text", text: CIRCLE },
  "a text that is a function": { type: "text", text: () => {} },
  "arguments that are a BigInt": { type: "tool_call", index: 0, arguments: 1n },
  "an index that is a BigInt": { type: "tool_call", index: 0n, arguments: "{}" },
  "a raw reason that is a BigInt": { type: "finish", finish: { ...FINISH, raw: 1n } },
  "counts that are BigInts": {
    type: "finish",
    finish: { ...FINISH, usage: { input: 1n, output: 1n, cacheRead: 0n, cacheWrite: 0n } },
  },
  "counts that are symbols": { type: "finish", finish: { ...FINISH, usage: { input: Symbol() } } },
  "discarded counts that are BigInts": {
    type: "finish",
    finish: { ...FINISH, discarded: { input: 1n, output: 0, cacheRead: 0, cacheWrite: 0 } },
  },
  "nothing for what is discarded": { type: "finish", finish: { ...FINISH, discarded: undefined } },
};

/** Values that are no result of an iterator's `next()`, by what is wrong with them. */
export const NO_RESULTS: Readonly<Record<string, unknown>> = {
  "nothing": undefined,
  "null": null,
  "a text": "text",
  "a BigInt": 1n,
  "a symbol": Symbol("result"),
  "a done whose getter throws": throwing("done", {}),
  "a proxy that throws": trapping(),
};
