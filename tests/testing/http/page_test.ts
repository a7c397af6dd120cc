import { assertEquals, assertStringIncludes } from "@std/assert";
import { HTTP_PROMPTS, httpConformance } from "../../../testing.ts";
import { differences } from "../../../tools/servers/judged.ts";
import { optionsFor } from "./support.ts";

const ROOT = new URL("../../../", import.meta.url);
const PAGE = await Deno.readTextFile(new URL("docs/server_conformance.md", ROOT));
const VERDICTS: Record<string, Record<string, string>> = JSON.parse(
  await Deno.readTextFile(new URL("tools/servers/verdicts.json", ROOT)),
);
const CASES = httpConformance(optionsFor("openai-chat", "http://mock"));

Deno.test("the recorded verdicts are of all cases, and of no others", () => {
  const names = CASES.map(({ name }) => name);
  for (const verdicts of Object.values(VERDICTS)) assertEquals(Object.keys(verdicts), names);
});

Deno.test("MockGPT fails no case on record", () => {
  const own = Object.entries(VERDICTS).filter(([server]) => server.startsWith("MockGPT"));
  assertEquals(own.length, 6);
  const failed = own.flatMap(([, verdicts]) => Object.values(verdicts))
    .filter((verdict) => verdict !== "passed" && verdict !== "skipped");
  assertEquals(failed, []);
});

Deno.test("the page names each case, each prompt, each option and the pinned versions", async () => {
  for (const { name } of CASES) assertStringIncludes(PAGE, `| ${name} `);
  for (const prompt of Object.keys(HTTP_PROMPTS)) assertStringIncludes(PAGE, `| \`${prompt}\` `);
  const { dependencies } = JSON.parse(
    await Deno.readTextFile(new URL("tools/servers/packages/package.json", ROOT)),
  );
  for (const [name, version] of Object.entries(dependencies)) {
    assertStringIncludes(PAGE, `### ${name} ${version}, `);
  }
  const source = await Deno.readTextFile(
    new URL("src/testing/http/check_http_options.ts", ROOT),
  );
  const options = [...source.matchAll(/^ {2}(\w+): true,$/gm)].map(([, option]) => option);
  assertEquals(options.length, 27);
  for (const option of options) assertStringIncludes(PAGE, `\`${option}\``);
});

Deno.test("another verdict than the recorded one is told", () => {
  const recorded = { "a@1 gemini": { first: "passed", second: "failed" } } as const;
  const found = { "a@1 gemini": { first: "failed", second: "failed" } } as const;
  assertEquals(differences(recorded, recorded), []);
  assertEquals(differences(found, recorded), ["a@1 gemini: 'first' was passed, and is failed"]);
  assertEquals(differences({}, recorded).length, 2);
});
