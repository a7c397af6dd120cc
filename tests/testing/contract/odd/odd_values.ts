/** Values that do not let themselves be looked at, and others that few expect. */

const thrown = (): never => {
  throw new Error("Hands off");
};

/** Every look at it throws. */
export function untouchable(target: object = {}): never {
  const traps: Record<string, () => never> = {};
  for (const name of Object.getOwnPropertyNames(Reflect)) traps[name] = thrown;
  return new Proxy(target, traps) as never;
}

/** Every look at it throws something that throws in turn. */
export function poisonous(): never {
  const traps: Record<string, () => never> = {};
  const poison: object = new Proxy({}, traps);
  for (const name of Object.getOwnPropertyNames(Reflect)) {
    traps[name] = () => {
      throw poison;
    };
  }
  return poison as never;
}

/** A member of it throws when it is read. */
export function trapped(name: string, rest: object = {}): never {
  return Object.defineProperty({ ...rest }, name, { get: thrown, enumerable: true }) as never;
}

/** A promise that never settles. */
export function never(): Promise<never> {
  return new Promise(() => {});
}

/** What may be thrown, by name. */
export const ODD_ERRORS: Readonly<Record<string, () => unknown>> = {
  "a text": () => "no such table",
  "null": () => null,
  "undefined": () => undefined,
  "a symbol": () => Symbol("broken"),
  "a big integer": () => 7n,
  "a function": () => () => {},
  "an error that is frozen": () => Object.freeze(new Error("Frozen")),
  "an error whose message cannot be read": () =>
    Object.defineProperty(new Error(), "message", { get: thrown }),
  "an error whose message is a symbol": () =>
    Object.assign(new Error(), { message: Symbol("odd") }),
  "an error with a message of a mebibyte": () => new Error("x".repeat(2 ** 20)),
  "an error that is its own cause": () => {
    const error = new AggregateError([], "Round");
    error.cause = error;
    error.errors.push(error);
    return error;
  },
  "what looks like a violation": () => ({ origin: "wholeturn", rule: "x" }),
  "what looks like a violation that cannot be read": () => trapped("rule", { origin: "wholeturn" }),
  "what looks like a refusal that cannot be read": () => trapped("name", { origin: "wholeturn" }),
  "what cannot be looked at": () => untouchable(),
  "what poisons who looks at it": () => poisonous(),
};
