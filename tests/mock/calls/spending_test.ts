import { assertEquals } from "@std/assert";
import { Spending } from "../../../src/mock/calls/spending.ts";

const NOTHING = { requests: 0, input: 0, cacheRead: 0, output: 0 };

Deno.test("Spending counts what is used within a minute, of each provider alone", () => {
  const spending = new Spending();
  spending.countRequest("openai", 1000);
  spending.countTokens("openai", 2000, { input: 1, cacheWrite: 2, cacheRead: 4, output: 8 });
  spending.countTokens("openai", 3000, {});
  spending.countRequest("openai", 60_999);
  const used = { requests: 2, input: 3, cacheRead: 4, output: 8, resetMs: 1 };
  assertEquals(spending.used("openai", 60_999), used);
  assertEquals(spending.used("gemini", 5000), { ...NOTHING, resetMs: 60_000 });
});

Deno.test("Spending begins anew when a minute is over, and when the clock went back", () => {
  for (const laterMs of [61_000, 999]) {
    const spending = new Spending();
    spending.countRequest("openai", 1000);
    assertEquals(spending.used("openai", laterMs), { ...NOTHING, resetMs: 60_000 });
  }
});
