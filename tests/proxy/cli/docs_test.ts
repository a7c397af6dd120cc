import { assert, assertEquals } from "@std/assert";
import { HELP } from "../../../src/proxy/cli/flags.ts";
import { loadText } from "../../../src/proxy/cli/load_config.ts";
import { withTables } from "../../../tools/proxy_docs/tables.ts";

const ROOT = new URL("../../../", import.meta.url);
const DOCS = await Deno.readTextFile(new URL("docs/proxy.md", ROOT));
const CONTEXT = {
  env: (name: string) => `value-of-${name}`,
  flags: { host: undefined, port: undefined },
};

Deno.test("docs/proxy.md has the tables of the schema; run tools/proxy_docs.ts if not", () => {
  assertEquals(DOCS, withTables(DOCS));
});

Deno.test("docs/proxy.md tells of every flag that --help does", () => {
  const flags = [...HELP.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, flag]) => flag);
  assert(flags.length > 10);
  for (const flag of flags) assert(DOCS.includes(`\`${flag}`), flag);
});

Deno.test("docs/proxy.md shows configurations that are right", async () => {
  const blocks = [...DOCS.matchAll(/```jsonc\n(.*?)```/gs)].map(([, text]) => text!);
  assert(blocks.length > 0);
  for (const text of blocks) {
    assertEquals((await loadText(text, "docs.jsonc", CONTEXT)).problems, []);
  }
});

Deno.test.each(["proxy.jsonc", "proxy.yaml"])("the example %s is right", async (file) => {
  const text = await Deno.readTextFile(new URL(`examples/proxy/${file}`, ROOT));
  const env = (name: string) => name.endsWith("URL") ? undefined : `value-of-${name}`;
  const { problems, plan } = await loadText(text, file, { ...CONTEXT, env });
  assertEquals(problems, []);
  assert(plan);
});
