import { assertEquals, assertRejects } from "@std/assert";
import { AgentCatalog } from "../../src/agent/agent_catalog.ts";
import { MemoryTraceStore } from "../../src/store/memory_trace_store.ts";
import { clerk, newShop } from "./support/shop.ts";

Deno.test("a log that cannot be read leaves no lease behind", async () => {
  class UnreadableStore extends MemoryTraceStore {
    override read(): never {
      throw new Error("The disk is broken");
    }
  }
  const store = new UnreadableStore();
  const thread = new AgentCatalog(store, { clerk: clerk(newShop()) }).thread("t", "clerk");
  await assertRejects(() => thread.send("Hi"), Error, "The disk is broken");
  assertEquals(await store.lease("t"), undefined);
});
