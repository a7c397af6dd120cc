import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { main } from "../../../src/mock/cli/main.ts";

const HERE = new URL(".", import.meta.url).pathname;

/** Runs the program until it has told its address, lets it be used, and stops it. */
async function run(args: readonly string[], use?: (url: string) => Promise<void>) {
  let out = "";
  let err = "";
  let stop = (): void => {};
  const stopped = new Promise<void>((resolve) => stop = resolve);
  const used = { done: Promise.resolve() };
  const code = await main(args, {
    out: (text) => void (out += text),
    err(text) {
      err += text;
      if (!text.includes('"listening"')) return;
      const { url } = JSON.parse(text);
      used.done = (use ?? (() => Promise.resolve()))(url).finally(stop);
    },
    stopped: () => stopped,
  });
  await used.done;
  return { code, out, err };
}

async function answerTo(url: string, content: string): Promise<string> {
  const body = JSON.stringify({ model: "m", messages: [{ role: "user", content }] });
  const response = await fetch(`${url}/v1/chat/completions`, { method: "POST", body });
  const { choices } = await response.json();
  return choices[0].message.content;
}

Deno.test("main() serves the fixtures of a folder in the order of their names", async () => {
  const { code } = await run(["--port", "0", "--fixtures", `${HERE}fixtures`], async (url) => {
    assertEquals([await answerTo(url, "Hi"), await answerTo(url, "x")], ["hello", '{"ok":true}']);
  });
  assertEquals(code, 0);
});

Deno.test("main() answers with the prompt where there are no fixtures", async () => {
  const { code } = await run(["--port=0"], async (url) => {
    assertEquals(await answerTo(url, "状态"), "状态");
  });
  assertEquals(code, 0);
});

Deno.test("main() prints help on standard output", async () => {
  const { code, out, err } = await run(["--help"]);
  assertEquals([code, err], [0, ""]);
  assertMatch(out, /Usage: deno run .* mock\.ts/);
});

Deno.test.each([
  { args: ["--prot", "1"], message: "Unknown option '--prot'" },
  { args: ["--port", "x"], message: "'--port' must be a whole number from 0 to 65535: it is 'x'" },
  { args: ["--port", "65536"], message: "'--port' must be" },
  { args: ["--max-records", "0"], message: "'--max-records' must be a whole number from 1 to" },
  { args: ["stray"], message: "stray" },
  { args: ["--port=0", "--port", "1"], message: "Option '--port' is given twice" },
  {
    args: ["--fixtures=a", "--fixtures=b", "--help", "--help"],
    message: "'--help' is given twice",
  },
])("main() ends with 2 on the wrong usage $args", async ({ args, message }) => {
  const { code, err } = await run(args);
  assertEquals(code, 2);
  assertStringIncludes(err, message);
});

Deno.test.each([
  { path: "bad.json", message: "bad.json.rules[1].prompt' as it is no regular expression" },
  { path: "none.json", message: "none.json" },
  { path: "main_test.ts", message: "main_test.ts' as it is no JSON" },
])("main() ends with 1 on fixtures that are none: $path", async ({ path, message }) => {
  const { code, err } = await run(["--port", "0", "--fixtures", HERE + path]);
  assertEquals(code, 1);
  assertStringIncludes(err, message);
});
