import { assert, assertEquals } from "@std/assert";
import { blocksIn, readText } from "./blocks.ts";

const page = await readText("README.md");

Deno.test("README.md tests an SDK with MockGPT by the words of the example, which runs", async () => {
  const example = await readText("examples/deno/mock_test.ts");
  const blocks = blocksIn(page).filter(({ code }) => /new OpenAI\(.*mock\.fetch/.test(code));
  assertEquals(blocks.map(({ tag }) => tag), ["ts ignore"]);
  const [imports = "", test = ""] = blocks[0]!.code.split(/\n\n/);
  assert(example.includes(test.trim()), "The test in README.md is none of the example's");
  for (const line of imports.trim().split("\n")) {
    assert(example.replace(/npm:openai@[\d.]+/, "openai").includes(line), line);
  }
});

Deno.test("README.md names only pages and folders that are there", async () => {
  const named = [...page.matchAll(/`((?:docs|examples)\/[\w./]*|[A-Z]+(?:\.md)?)`/g)];
  const paths = new Set(named.map(([, path]) => path!).filter((path) => /\.md$|\//.test(path)));
  for (const path of paths) await Deno.stat(new URL(`../../${path}`, import.meta.url));
  assert(paths.has("docs/mock.md"));
});
