import { assertEquals, assertRejects } from "@std/assert";
import process from "node:process";
import type { CliIo } from "../../../src/proxy/cli/cli_io.ts";
import { processIo } from "../../../src/proxy/cli/process_io.ts";

const PARTS: Pick<CliIo, "startProxy" | "demo"> = {
  startProxy: () => Promise.reject(new Error("Not here")),
  demo: () => Promise.reject(new Error("Not here")),
};

Deno.test("processIo() reads files and variables, and passes on what starts a proxy", async () => {
  const io = processIo(PARTS);
  const here = new URL(import.meta.url).pathname;
  assertEquals((await io.readFile(here)).startsWith("import"), true);
  await assertRejects(() => io.readFile(`${here}.none`));
  assertEquals(io.env("WHOLETURN_IS_NOT_SET"), undefined);
  assertEquals(io.startProxy, PARTS.startProxy);
});

Deno.test("processIo() hears SIGHUP until it is told not to", () => {
  const io = processIo(PARTS);
  const before = process.listenerCount("SIGHUP");
  let heard = 0;
  const end = io.onReload(() => heard++);
  process.emit("SIGHUP", "SIGHUP");
  end();
  assertEquals(process.listenerCount("SIGHUP"), before);
  assertEquals(heard, 1);
});
