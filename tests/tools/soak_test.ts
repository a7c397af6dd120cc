import { assertEquals } from "@std/assert";
import { fileURLToPath } from "node:url";
import { run } from "../../tools/run.ts";

Deno.test("a short soak of the proxy leaves nothing behind", async () => {
  const file = fileURLToPath(new URL("../../tools/soak.ts", import.meta.url));
  const command = [Deno.execPath(), "run", "-A", "--no-lock", file, "--minutes=0.2"];
  const { code, output } = await run(command, { timeoutMs: 120_000 });
  assertEquals(code, 0, output);
});
