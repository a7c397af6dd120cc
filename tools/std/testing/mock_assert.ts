import { assertEquals, AssertionError, assertIsError } from "../assert/mod.ts";
import type { Spy } from "./mock_spy.ts";

/** What a call is expected to be. */
export interface ExpectedSpyCall {
  /** The arguments. */
  args?: unknown[];
  /** What it was called on; `null` for nothing. */
  self?: unknown;
  /** What it returned. */
  returned?: unknown;
  /** What it threw. */
  error?: {
    /** The class. */
    Class?: abstract new (...args: never[]) => Error;
    /** A part of the message. */
    msgIncludes?: string;
  };
}

/** Any spy. Method syntax in place of a property keeps its arguments bivariant. */
interface AnySpy {
  /** The calls so far. */
  calls: { args: unknown[]; self?: unknown; returned?: unknown; error?: Error }[];
}

function callAt(spy: AnySpy, index: number): AnySpy["calls"][number] {
  const call = spy.calls[index];
  if (call === undefined) {
    throw new AssertionError(
      `Expected spy to be called at least ${index + 1} time(s), got ${spy.calls.length}`,
    );
  }
  return call;
}

/** Fails unless the spy was called so many times. */
export function assertSpyCalls<Self, Args extends unknown[], Return>(
  spy: Spy<Self, Args, Return>,
  expectedCalls: number,
): void {
  assertEquals(spy.calls.length, expectedCalls, "Spy not called as many times as expected");
}

/** Fails unless call number `index` was as expected. */
export function assertSpyCall<Self, Args extends unknown[], Return>(
  spy: Spy<Self, Args, Return>,
  index: number,
  expected: ExpectedSpyCall = {},
): void {
  const call = callAt(spy, index);
  if (expected.args) {
    assertEquals<unknown>(call.args, expected.args, "Spy not called with expected args");
  }
  if ("self" in expected) {
    assertEquals(call.self, expected.self ?? undefined, "Spy not called on expected self");
  }
  if ("returned" in expected) {
    if (call.error) {
      throw new AssertionError("Spy call did not return expected value, an error was thrown.");
    }
    assertEquals(call.returned, expected.returned, "Spy call did not return expected value");
  }
  if ("error" in expected) {
    if ("returned" in call) {
      throw new AssertionError("Spy call did not throw an error, a value was returned.");
    }
    assertIsError(call.error, expected.error?.Class, expected.error?.msgIncludes);
  }
}

/** Fails unless call number `index` had these arguments. Returns them. */
export function assertSpyCallArgs<Self, Args extends unknown[], Return>(
  spy: Spy<Self, Args, Return>,
  index: number,
  expected: unknown[],
): unknown[] {
  const { args } = callAt(spy, index);
  assertEquals<unknown>(args, expected, "Spy not called with expected args");
  return args;
}

/** Fails unless argument `argIndex` of call number `index` was that. Returns it. */
export function assertSpyCallArg<Self, Args extends unknown[], Return>(
  spy: Spy<Self, Args, Return>,
  index: number,
  argIndex: number,
  expected: unknown,
): unknown {
  const value = callAt(spy, index).args[argIndex];
  assertEquals(value, expected, "Spy not called with expected argument");
  return value;
}
