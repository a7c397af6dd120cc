import { MockError } from "./mock_returns.ts";

/** One recorded call. */
export interface SpyCall<Self = unknown, Args extends unknown[] = unknown[], Return = unknown> {
  /** What it was called with. */
  args: Args;
  /** What it returned. */
  returned?: Return;
  /** What it threw. */
  error?: Error;
  /** What it was called on. */
  self?: Self;
}

/** A function that records its calls. */
export interface Spy<Self = unknown, Args extends unknown[] = unknown[], Return = unknown> {
  (this: Self, ...args: Args): Return;
  /** The function behind it. */
  original: (this: Self, ...args: Args) => Return;
  /** The calls so far. */
  calls: SpyCall<Self, Args, Return>[];
  /** Whether the method is back in place. */
  restored: boolean;
  /** Puts the method back in place. */
  restore(): void;
}

/** A method that records its calls until it is disposed of. */
export interface MethodSpy<Self = unknown, Args extends unknown[] = unknown[], Return = unknown>
  extends Spy<Self, Args, Return>, Disposable {}

/** A method that is replaced until it is disposed of. */
export interface Stub<Self = unknown, Args extends unknown[] = unknown[], Return = unknown>
  extends MethodSpy<Self, Args, Return> {
  /** What stands in for the method. */
  fake: (this: Self, ...args: Args) => Return;
}

/** The arguments of a method. */
type ArgsOf<Self, Prop extends keyof Self> = Self[Prop] extends (...args: infer Args) => unknown
  ? Args
  : unknown[];
/** What a method returns. */
type ReturnOf<Self, Prop extends keyof Self> = Self[Prop] extends (...args: never[]) => infer Return
  ? Return
  : unknown;

function recording<Self, Args extends unknown[], Return>(
  run: (this: Self, ...args: Args) => Return,
  calls: SpyCall<Self, Args, Return>[],
): (this: Self, ...args: Args) => Return {
  return function (this: Self, ...args: Args): Return {
    const call: SpyCall<Self, Args, Return> = { args };
    if (this) call.self = this;
    try {
      const returned = run.apply(this, args);
      call.returned = returned;
      return returned;
    } catch (error) {
      call.error = error as Error;
      throw error;
    } finally {
      calls.push(call);
    }
  };
}

function replaceMethod<Self, Prop extends keyof Self>(
  self: Self,
  property: Prop,
  fake?: (this: Self, ...args: ArgsOf<Self, Prop>) => ReturnOf<Self, Prop>,
): Stub<Self, ArgsOf<Self, Prop>, ReturnOf<Self, Prop>> {
  type Method = (this: Self, ...args: ArgsOf<Self, Prop>) => ReturnOf<Self, Prop>;
  const original = self[property];
  if (typeof original !== "function") {
    throw new MockError(`Cannot ${fake ? "stub" : "spy"}: property is not an instance method`);
  }
  if ("original" in original && "calls" in original) {
    throw new MockError(`Cannot ${fake ? "stub" : "spy"}: already spying on instance method`);
  }
  const own = Object.getOwnPropertyDescriptor(self, property);
  if (own && !own.configurable) {
    throw new MockError(`Cannot ${fake ? "stub" : "spy"}: instance method is not configurable`);
  }
  const calls: SpyCall<Self, ArgsOf<Self, Prop>, ReturnOf<Self, Prop>>[] = [];
  let restored = false;
  function restore(): void {
    if (restored) throw new MockError("Cannot restore: instance method already restored");
    if (own) Object.defineProperty(self, property, own);
    else delete self[property];
    restored = true;
  }
  const method = recording(fake ?? original as unknown as Method, calls);
  const double = Object.defineProperties(method, {
    original: { enumerable: true, value: original },
    fake: { enumerable: true, value: fake },
    calls: { enumerable: true, value: calls },
    restored: { enumerable: true, get: () => restored },
    restore: { enumerable: true, value: restore },
    [Symbol.dispose]: { value: restore },
  }) as Stub<Self, ArgsOf<Self, Prop>, ReturnOf<Self, Prop>>;
  Object.defineProperty(self, property, {
    configurable: true,
    enumerable: own?.enumerable ?? false,
    writable: own?.writable ?? false,
    value: double,
  });
  return double;
}

/** Makes a function that records its calls and does nothing else. */
export function spy<Self, Args extends unknown[], Return = undefined>(): Spy<Self, Args, Return>;
/** Wraps a function so that its calls are recorded. */
export function spy<Self, Args extends unknown[], Return>(
  func: (this: Self, ...args: Args) => Return,
): Spy<Self, Args, Return>;
/** Wraps a method in place, until it is restored, so that its calls are recorded. */
export function spy<Self, Prop extends keyof Self>(
  self: Self,
  property: Prop,
): MethodSpy<Self, ArgsOf<Self, Prop>, ReturnOf<Self, Prop>>;
export function spy<Self, Prop extends keyof Self>(
  target?: Self | ((...args: unknown[]) => unknown),
  property?: Prop,
): unknown {
  if (property !== undefined) return replaceMethod(target as Self, property);
  const original = (target ?? (() => {})) as (this: unknown, ...args: unknown[]) => unknown;
  const calls: SpyCall[] = [];
  return Object.defineProperties(recording(original, calls), {
    original: { enumerable: true, value: original },
    calls: { enumerable: true, value: calls },
    restored: { enumerable: true, value: false },
    restore: {
      enumerable: true,
      value: () => {
        throw new MockError("Cannot restore: function cannot be restored");
      },
    },
  });
}

/**
 * Replaces a method in place, until it is restored.
 *
 * @param self The object.
 * @param property The method's name.
 * @param func What stands in for it; by default a function that does nothing.
 */
export function stub<Self, Prop extends keyof Self>(
  self: Self,
  property: Prop,
  func: (this: Self, ...args: ArgsOf<Self, Prop>) => ReturnOf<Self, Prop> = () =>
    undefined as ReturnOf<Self, Prop>,
): Stub<Self, ArgsOf<Self, Prop>, ReturnOf<Self, Prop>> {
  return replaceMethod(self, property, func);
}
