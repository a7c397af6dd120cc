import { assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { readFile } from "node:fs/promises";
import { MockGPT } from "../../../mock.ts";
import { main } from "../../../src/mock/cli/main.ts";
import { type Files, saveFile } from "../../../src/mock/cli/save_file.ts";
import { ask, ASKS, bytesOf, SECRET } from "./exchanges.ts";

const HERE = new URL(".", import.meta.url).pathname;
const CASSETTE = `${HERE}cassettes/chat.json`;
const [CHAT_PATH, CHAT] = ASKS["openai-chat"];

/** Runs the program until it has told its address, lets it be used, and stops it. */
async function run(args: readonly string[], use: (url: string) => Promise<void> = async () => {}) {
  let out = "";
  let err = "";
  const saved: [string, string][] = [];
  let stop = (): void => {};
  const stopped = new Promise<void>((resolve) => stop = resolve);
  const used = { done: Promise.resolve() };
  const code = await main(["--port", "0", ...args], {
    out: (text) => void (out += text),
    err(text) {
      err += text;
      if (text.includes('"listening"')) used.done = use(JSON.parse(text).url).finally(stop);
    },
    save: (file, text) => Promise.resolve(void saved.push([file, text])),
    stopped: () => stopped,
  });
  await used.done;
  return { code, out, err, saved };
}

Deno.test("main() records what the real endpoint answers", async () => {
  await using real = await new MockGPT({ rules: [{ result: "Hello 世界" }] }).serve();
  const file = `${HERE}recorded.json`;
  let came: Uint8Array | undefined;
  const { code, err, saved } = await run(["--forward", real.url, "--record", file], async (url) => {
    came = await bytesOf(await ask(url, CHAT_PATH, CHAT));
  });
  assertEquals(code, 0);
  assertMatch(err, /"event":"recorded","file":".*recorded\.json","exchanges":1/);
  assertEquals(saved.map(([name]) => name), [file]);
  const [[, text]] = saved as [[string, string]];
  assertEquals(text.includes(SECRET), false);
  const player = new MockGPT({ replay: JSON.parse(text) });
  assertEquals(await bytesOf(await ask(player, CHAT_PATH, CHAT)), came);
});

Deno.test("main() answers from recordings, and says what a request differs in", async () => {
  const { code } = await run(["--replay", CASSETTE], async (url) => {
    assertEquals(await (await ask(url, CHAT_PATH, CHAT)).text(), "data: recorded\n\n");
    const other = await ask(url, CHAT_PATH, { ...CHAT, model: "other" });
    assertStringIncludes(await other.text(), "'exchanges[0]', has \\\"gpt-4o\\\" at 'body.model'");
  });
  assertEquals(code, 0);
});

Deno.test("main() adds to a recording that it replays", async () => {
  await using real = await new MockGPT({ rules: [{ result: "Hello" }] }).serve();
  const args = ["--forward", real.url, "--record", CASSETTE, "--replay", CASSETTE];
  const { saved } = await run(args, async (url) => {
    await bytesOf(await ask(url, CHAT_PATH, CHAT));
    await bytesOf(await ask(url, CHAT_PATH, { ...CHAT, model: "other" }));
  });
  const { exchanges } = JSON.parse(saved[0]![1]);
  assertEquals(
    exchanges.map((one: { request: { body: { model: string } } }) => one.request.body.model),
    ["gpt-4o", "other"],
  );
});

Deno.test("saveFile() writes all of a file, or leaves what was there", async () => {
  for (const fails of ["none", "writeFile", "rename"]) {
    const disk = new Map([["a.json", "before"]]);
    const files: Files = {
      writeFile(file, text) {
        disk.set(file, fails === "writeFile" ? "half" : text);
        return fails === "writeFile" ? Promise.reject(new Error("full")) : Promise.resolve();
      },
      rename(from, to) {
        if (fails === "rename") return Promise.reject(new Error("taken"));
        disk.set(to, disk.get(from)!);
        disk.delete(from);
        return Promise.resolve();
      },
      rm: (file) => Promise.resolve(void disk.delete(file)),
    };
    const saving = saveFile("a.json", "after", files);
    if (fails === "none") await saving;
    else await assertRejects(() => saving, Error, fails === "rename" ? "taken" : "full");
    assertEquals([...disk], [["a.json", fails === "none" ? "after" : "before"]]);
  }
});

Deno.test.each([
  { args: ["--record", "x.json"], message: "Option '--record' needs '--forward'" },
  { args: ["--forward", "api.openai.com"], message: "'--forward' as it must be the address" },
  {
    args: ["--forward", "https://api.openai.com/v1/"],
    message: "'--forward' as it must end before",
  },
  { args: ["--forward", "file:///x"], message: "'--forward' as it must be the address" },
])("main() ends with 2 on the wrong usage $args", async ({ args, message }) => {
  const { code, err } = await run(args);
  assertEquals(code, 2);
  assertStringIncludes(err, message);
});

Deno.test.each([
  {
    args: ["--replay", `${HERE}captures/alone.json`],
    message: "alone.json.id' as there is no such",
  },
  { args: ["--replay", `${HERE}none.json`], message: "none.json" },
  { args: ["--replay", `${HERE}cli_test.ts`], message: "cli_test.ts' as it is no JSON" },
  {
    args: ["--forward", "http://127.0.0.1:9", "--record", "/none/such/x.json"],
    message: "'/none/such/x.json' as there is no folder '/none/such'",
  },
])("main() ends with 1 on recordings that are none: $message", async ({ args, message }) => {
  const { code, err } = await run(args);
  assertEquals(code, 1);
  assertStringIncludes(err, message);
});

Deno.test("main() tells of the flags for recordings", async () => {
  const { out } = await run(["--help"]);
  for (const flag of ["--replay <file>", "--forward <url>", "--record <file>", "*.chunks.txt"]) {
    assertStringIncludes(out, flag);
  }
});

Deno.test("main() serves captures of the AI SDK, a file or a folder of them", async () => {
  const file = `${HERE}captures/chat.chunks.txt`;
  const notes: string[] = [];
  for (const path of [file, `${HERE}captures`]) {
    const { err } = await run(["--fixtures", path], async (url) => {
      const text = await (await ask(url, CHAT_PATH, CHAT)).text();
      const lines = [...(await readFile(file, "utf8")).trim().split("\n"), "[DONE]"];
      assertEquals(text, lines.map((line) => `data: ${line}\n\n`).join(""));
      const whole = await (await ask(url, CHAT_PATH, { ...CHAT, stream: false })).json();
      assertEquals(whole.choices[0].message.content, "captured whole");
    });
    notes.push(err);
  }
  assertEquals(notes[0]?.includes('"note"'), false);
  assertStringIncludes(notes[1]!, "alone.json' is left out, as there is no *.chunks.txt beside it");
  assertStringIncludes(notes[1]!, "'other' is never reached, as 'chat' answers all of openai-chat");
});

Deno.test("main() answers one call after the other with captures that are numbered", async () => {
  const { err } = await run(["--fixtures", `${HERE}captures/series`], async (url) => {
    const texts: string[] = [];
    for (let call = 0; call < 4; call++) {
      texts.push(await (await ask(url, CHAT_PATH, CHAT)).text());
    }
    const said = texts.map((text) => /"content":"(.*?)"/.exec(text)?.[1]);
    assertEquals(said, ["one", "two", "ten", "ten"]);
  });
  assertStringIncludes(err, '"rules":1');
});
