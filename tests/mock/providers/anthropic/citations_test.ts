import { assertEquals } from "@std/assert";
import type { ResultCitation } from "../../../../mock.ts";
import type { JsonObject } from "../../../../src/wire/json.ts";
import { CALL, given, messages, mockOf, said, send, USER } from "./asked.ts";

const CITING = { citations: { enabled: true } };
const TEXT = (data: string) => ({ type: "text", media_type: "text/plain", data });
const PDF = { type: "base64", media_type: "application/pdf", data: "AAAA" };
const BLOCKS = ["The sky ", "is blue", " today."].map((text) => ({ type: "text", text }));

function document(source: object, more: object = {}): object {
  return { type: "document", source, ...CITING, ...more };
}

function found(source: string, more: object = {}): object {
  return { type: "search_result", source, title: "S", content: BLOCKS, ...CITING, ...more };
}

/** Cites, and gives where from. */
async function cited(citation: ResultCitation, ...blocks: readonly object[]): Promise<JsonObject> {
  const mock = mockOf({ content: "It is.", citations: [{ start: 0, end: 5, ...citation }] });
  const { body } = await send(mock, messages(given(...blocks, { type: "text", text: "?" })));
  const [{ citations }] = body.content as readonly [{ citations: readonly [JsonObject] }];
  return citations[0];
}

const ZERO = document(TEXT("zero"));
const D2 = document(TEXT("one two"), { title: "D2" });

Deno.test("Anthropic's citation is at its place in the document of its title, or with its words", async () => {
  const place = {
    type: "char_location",
    cited_text: "two",
    document_index: 1,
    document_title: "D2",
    start_char_index: 4,
    end_char_index: 7,
    file_id: null,
  };
  assertEquals<unknown>(await cited({ title: "D2", text: "two" }, ZERO, D2), place);
  assertEquals<unknown>(await cited({ text: "two" }, ZERO, D2), place);
  const untitled = await cited({ text: "zero" }, ZERO, D2);
  assertEquals([untitled.document_index, untitled.document_title], [0, null]);
});

Deno.test("Anthropic's citation is of the kind of its document", async () => {
  assertEquals<unknown>(
    await cited({ title: "P", text: "blue" }, ZERO, document(PDF, { title: "P" })),
    {
      type: "page_location",
      cited_text: "blue",
      document_index: 1,
      document_title: "P",
      start_page_number: 1,
      end_page_number: 2,
      file_id: null,
    },
  );
  const file = await cited(
    { title: "F" },
    document({ type: "file", file_id: "file_1" }, { title: "F" }),
  );
  assertEquals([file.type, file.file_id], ["page_location", "file_1"]);
  const content = { type: "content", content: BLOCKS };
  const place = {
    type: "content_block_location",
    document_index: 0,
    document_title: "C",
    file_id: null,
  };
  assertEquals<unknown>(
    await cited({ title: "C", text: "blue" }, document(content, { title: "C" })),
    { ...place, cited_text: "is blue", start_block_index: 1, end_block_index: 2 },
  );
  assertEquals<unknown>(
    await cited({ title: "C", text: "sky is" }, document(content, { title: "C" })),
    { ...place, cited_text: "The sky is blue", start_block_index: 0, end_block_index: 2 },
  );
});

Deno.test("Anthropic's citation of what a search has found is told by its place among them", async () => {
  const place = {
    type: "search_result_location",
    cited_text: " today.",
    search_result_index: 1,
    source: "https://b.example",
    title: "S",
    start_block_index: 2,
    end_block_index: 3,
  };
  const citation = { url: "https://b.example", text: "today" };
  const searched = [found("https://a.example"), found("https://b.example")];
  assertEquals<unknown>(await cited(citation, ZERO, ...searched), place);
  const mock = mockOf({ content: "It is.", citations: [citation] });
  const result = { type: "tool_result", tool_use_id: CALL.id, content: searched };
  const { body } = await send(mock, messages(USER, said(CALL), given(result)));
  const [{ citations }] = body.content as readonly [{ citations: readonly JsonObject[] }];
  assertEquals<unknown>(citations, [place]);
});

Deno.test("Anthropic's citation of an address is one of the web where the request has no such source", async () => {
  const other = await cited({ url: "https://c.example", text: "blue" }, ZERO);
  assertEquals(other.type, "web_search_result_location");
  const silent = found("https://b.example", { citations: { enabled: false } });
  const web = await cited({ url: "https://b.example" }, silent);
  assertEquals(web.type, "web_search_result_location");
});
