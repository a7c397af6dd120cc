import { assertEquals, assertRejects } from "@std/assert";
import { AgentCatalog } from "../../src/agent/agent_catalog.ts";
import { MemoryTraceStore } from "../../src/store/memory_trace_store.ts";
import { ScriptOverError } from "../../src/testing/doubles/script_errors.ts";
import { clerk, newShop } from "./support/shop.ts";

Deno.test("a part ends only when all its tools have, also when the script of one is over", async () => {
  const shop = newShop();
  const ended: string[] = [];
  const tools = [
    Object.freeze({ name: "stock", run: () => Promise.reject(new ScriptOverError("Over")) }),
    Object.freeze({
      name: "price",
      run: async () => {
        for (let turn = 0; turn < 20; turn++) await Promise.resolve();
        ended.push("price");
        return 1;
      },
    }),
  ];
  const catalog = new AgentCatalog(new MemoryTraceStore(), { clerk: clerk(shop, { tools }) });
  await assertRejects(() => catalog.thread("t", "clerk").send("Hi"), ScriptOverError);
  assertEquals(ended, ["price"]);
});
