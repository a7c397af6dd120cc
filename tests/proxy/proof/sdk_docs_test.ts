import { assertEquals } from "@std/assert";
import versions from "../../../tools/sdks/versions.json" with { type: "json" };

Deno.test("docs/proxy.md names the SDKs in the versions that are tested", async () => {
  const page = await Deno.readTextFile(new URL("../../../docs/proxy.md", import.meta.url));
  const section = page.split("### What SDKs make of it")[1]!.split("\n## ")[0]!;
  const rows = [...section.matchAll(/^\| `([^`]+)` +\| (\S+) +\|/gm)];
  const known: Readonly<Record<string, string>> = versions;
  assertEquals(rows.length, 6);
  for (const [, name, version] of rows) assertEquals([name, version], [name, known[name!]]);
});
