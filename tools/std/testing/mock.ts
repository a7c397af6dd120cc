/**
 * `@std/testing/mock` for a machine that reaches npm but not JSR: spies and stubs with the names and
 * the behaviour of the real ones.
 *
 * @module
 */
export { MockError, returnsArgs, returnsNext, returnsThis } from "./mock_returns.ts";
export {
  assertSpyCall,
  assertSpyCallArg,
  assertSpyCallArgs,
  assertSpyCalls,
  type ExpectedSpyCall,
} from "./mock_assert.ts";
export { type MethodSpy, type Spy, spy, type SpyCall, type Stub, stub } from "./mock_spy.ts";
