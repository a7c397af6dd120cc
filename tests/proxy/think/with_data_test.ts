import { assertEquals } from "@std/assert";
import { toBytes } from "../../../src/bytes.ts";
import { lineEndOf, withData } from "../../../src/proxy/think/with_data.ts";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

const CASES: readonly { does: string; event: string; data?: string; gives: string }[] = [
  { does: "replaces the data", event: "data: a\n\n", gives: "data: new\n\n" },
  { does: "keeps a missing space", event: "data:a\n\n", gives: "data:new\n\n" },
  { does: "keeps CRLF", event: "data: a\r\n\r\n", gives: "data: new\r\n\r\n" },
  { does: "keeps CR", event: "data: a\r\r", gives: "data: new\r\r" },
  {
    does: "keeps other fields, comments and their order",
    event: "id: 1\n: hi\ndata: a\nevent: x\r\nretry: 5\ndatabase: 1\n\n",
    gives: "id: 1\n: hi\ndata: new\nevent: x\r\nretry: 5\ndatabase: 1\n\n",
  },
  {
    does: "replaces all lines of data",
    event: "data: a\nid: 1\ndata\ndata:b\n\n",
    gives: "data: new\nid: 1\n\n",
  },
  {
    does: "writes a line of data for each line",
    event: "data:a\r\n\r\n",
    data: "b\nc\n",
    gives: "data:b\r\ndata:c\r\ndata:\r\n\r\n",
  },
  { does: "writes a value where there was no colon", event: "data\n\n", gives: "data: new\n\n" },
  { does: "keeps a byte order mark", event: "\ufeffdata: a\n\n", gives: "\ufeffdata: new\n\n" },
  {
    does: "takes a mark further on for a part of the name",
    event: "\n\ufeffdata: a\ndata: b\n\n",
    gives: "\n\ufeffdata: a\ndata: new\n\n",
  },
  { does: "takes an event without its empty line", event: "data: a", gives: "data: new" },
  { does: "writes no data", event: "data: a\n\n", data: "", gives: "data: \n\n" },
];

for (const { does, event, data = "new", gives } of CASES) {
  Deno.test(`withData() ${does}`, () => {
    assertEquals(decoder.decode(withData(toBytes(event), toBytes(data))), gives);
  });
}

Deno.test("lineEndOf() gives the first line end", () => {
  const ends = ["a\n\r", "a\r\n", "a\rb\n", "a"].map((event) => lineEndOf(toBytes(event)));
  assertEquals(ends.map((end) => decoder.decode(end)), ["\n", "\r\n", "\r", ""]);
});
