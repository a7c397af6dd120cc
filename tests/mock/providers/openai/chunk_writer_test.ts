import { assert, assertEquals } from "@std/assert";
import { MockGPT } from "../../../../mock.ts";

const TEXT = "one two 三 four";

interface Chunk {
  readonly id: string;
  readonly usage?: unknown;
  readonly choices: readonly { readonly index: number; readonly delta: { content?: string } }[];
}

/** Asks for a stream, and gives the payloads of its chunks. */
async function payloads(mock: MockGPT, more: object): Promise<readonly string[]> {
  const messages = [{ role: "user", content: "go" }];
  const body = JSON.stringify({ model: "demo", messages, stream: true, ...more });
  const response = await mock.fetch("http://mock/v1/chat/completions", { method: "POST", body });
  const text = await response.text();
  return text.split("\n\n").map((event) => event.replace("data: ", ""))
    .filter((data) => data.startsWith("{"));
}

function textOf(chunks: readonly Chunk[], choice = 0): string {
  return chunks.flatMap(({ choices }) => choices).filter(({ index }) => index === choice)
    .map(({ delta }) => delta.content ?? "").join("");
}

Deno.test("a text that is streamed again is spelt as each request asks for it", async () => {
  const mock = new MockGPT({ rules: [{ result: TEXT }] });
  for (const round of [0, 1]) {
    for (const n of [1, 3]) {
      for (const usage of [true, false]) {
        for (const padded of [true, false]) {
          const options = { include_usage: usage, include_obfuscation: padded };
          const sent = await payloads(mock, { n, stream_options: options });
          const chunks: Chunk[] = sent.map((data) => JSON.parse(data));
          const { name } = mock.records.at(-1)!;
          assert(chunks.every(({ id }) => id === `chatcmpl-${name}`), `${round}`);
          for (let choice = 0; choice < n; choice++) assertEquals(textOf(chunks, choice), TEXT);
          assertEquals(chunks.every((chunk) => "usage" in chunk), usage);
          assertEquals(chunks.every((chunk) => "obfuscation" in chunk), padded);
          if (padded) assert(sent.every((data) => data.length % 16 === 0));
        }
      }
    }
  }
});

Deno.test("a text that is streamed again is cut as each delivery says", async () => {
  const by = ["word", "character", "word"] as const;
  const mock = new MockGPT({
    rules: by.map((by) => ({ result: TEXT, times: 1, delivery: { chunking: { by } } })),
  });
  const counts: number[] = [];
  for (const _ of by) {
    const chunks: Chunk[] = (await payloads(mock, {})).map((data) => JSON.parse(data));
    assertEquals(textOf(chunks), TEXT);
    counts.push(chunks.length);
  }
  assertEquals(counts, [6, TEXT.length + 2, 6]);
});
