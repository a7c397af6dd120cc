import { assertThrows } from "@std/assert";
import { AgentCatalog } from "../../src/agent/agent_catalog.ts";
import { MemoryTraceStore } from "../../src/store/memory_trace_store.ts";

Deno.test("AgentCatalog says what was expected", () => {
  const make = (...args: unknown[]) => Reflect.construct(AgentCatalog, args) as AgentCatalog;
  const store = new MemoryTraceStore();
  assertThrows(() => make({}, {}), TypeError, "trace store");
  assertThrows(() => make(store, null), TypeError, "object by names");
  assertThrows(() => make(store, { a: {} }), TypeError, "'a' must have a method 'build'");
  assertThrows(() => make(store, {}, { leaseMs: 0 }), RangeError, "'leaseMs'");
  assertThrows(() => make(store, {}).thread("t", "a"), RangeError, "there is none");
});
