import { assertEquals } from "@std/assert";
import type { ResultCitation } from "../../../../mock.ts";
import { mockOf, send, streamed } from "./asked.ts";

function messageDelta(type: string, message: object, index?: number): object {
  return { type, ...(index === undefined ? {} : { index }), delta: { message } };
}

Deno.test("Cohere's citations follow the text they belong to", async () => {
  const mock = mockOf({
    reasoning: "Hm.",
    content: "The sky is blue.",
    citations: [{ url: "https://a.example", title: "A", text: "Blue sky", start: 4, end: 7 }],
  });
  const citation = {
    start: 4,
    end: 7,
    text: "sky",
    sources: [{
      type: "document",
      id: "doc:0",
      document: { id: "doc:0", title: "A", url: "https://a.example", text: "Blue sky" },
    }],
    type: "TEXT_CONTENT",
    content_index: 1,
  };
  const events = await streamed(mock);
  assertEquals<unknown>(events.slice(-4, -1), [
    messageDelta("citation-start", { citations: citation }, 0),
    { type: "citation-end", index: 0 },
    { type: "content-end", index: 1 },
  ]);
  const { body } = await send(mock);
  assertEquals<unknown>((body.message as { citations: unknown }).citations, [citation]);
});

/** The sources that an answer cites, given what it cites them by and the documents of the request. */
async function sources(
  citations: readonly ResultCitation[],
  documents: readonly unknown[],
): Promise<unknown> {
  const { body } = await send(mockOf({ content: "It is.", citations }), { documents });
  const told = (body.message as { citations: { sources: unknown[] }[] }).citations;
  return told.map((citation) => citation.sources[0]);
}

Deno.test("Cohere cites the documents of the request, by what a result says of them", async () => {
  const data = { text: "The sky is blue.", title: "T", url: "https://a.example" };
  const documents = [{ id: "d0", data: { text: "Other", title: "T" } }, { id: "d1", data }];
  const source = { type: "document", id: "d1", document: { id: "d1", ...data } };
  for (
    const citation of [
      { url: "d1" },
      { url: "https://a.example" },
      { title: "d1" },
      { text: "The sky is blue." },
      { title: "T", text: "The sky is blue." },
    ]
  ) {
    assertEquals(await sources([citation], documents), [source]);
  }
});

Deno.test("Cohere numbers documents without an id, and those that no request has after them", async () => {
  const documents = ["One", { data: { text: "Two" } }];
  const cited = [{ text: "Two" }, { text: "One" }, { title: "Three" }];
  assertEquals(await sources(cited, documents), [
    { type: "document", id: "doc:1", document: { id: "doc:1", text: "Two" } },
    { type: "document", id: "doc:0", document: { id: "doc:0", text: "One" } },
    { type: "document", id: "doc:4", document: { id: "doc:4", title: "Three" } },
  ]);
});

Deno.test("Cohere numbers the sources of all texts of an answer together", async () => {
  const text = (title: string) => ({
    type: "text" as const,
    text: "It is.",
    citations: [{ title }],
  });
  const { body } = await send(mockOf({ blocks: [text("A"), text("B")] }));
  const { citations } = body.message as { citations: { sources: { id: string }[] }[] };
  assertEquals(citations.map(({ sources: [source] }) => source!.id), ["doc:0", "doc:1"]);
});

Deno.test("Cohere cites nothing where a request wants no citations", async () => {
  const mock = mockOf({ content: "It is.", citations: [{ title: "T" }] });
  for (
    const [mode, count] of [["OFF", 0], ["DISABLED", 0], ["FAST", 1], ["ACCURATE", 1]] as const
  ) {
    const options = { citation_options: { mode } };
    const { body } = await send(mock, options);
    const { citations = [] } = body.message as { citations?: unknown[] };
    const events = await streamed(mock, options);
    const started = events.filter(({ type }) => type === "citation-start");
    assertEquals([mode, citations.length, started.length], [mode, count, count]);
  }
});
