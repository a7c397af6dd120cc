import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { parseHttpDate } from "../../src/adapter/http_date.ts";

const NOW = Date.UTC(2026, 10, 30);

Deno.test.each([
  { text: "Sun, 06 Nov 1994 08:49:37 GMT", at: Date.UTC(1994, 10, 6, 8, 49, 37) },
  { text: "Sunday, 06-Nov-94 08:49:37 GMT", at: Date.UTC(1994, 10, 6, 8, 49, 37) },
  { text: "Sun Nov  6 08:49:37 1994", at: Date.UTC(1994, 10, 6, 8, 49, 37) },
  { text: "Tue Nov 16 08:49:37 2027", at: Date.UTC(2027, 10, 16, 8, 49, 37) },
  { text: "Monday, 30-Nov-76 00:00:00 GMT", at: Date.UTC(2076, 10, 30) },
  { text: "Tuesday, 30-Nov-77 00:00:00 GMT", at: Date.UTC(1977, 10, 30) },
  { text: "Thu, 29 Feb 2024 00:00:00 GMT", at: Date.UTC(2024, 1, 29) },
  { text: "Thu, 31 Dec 2026 23:59:60 GMT", at: Date.UTC(2027, 0, 1) },
  { text: "Sat, 01 Jan 0001 00:00:00 GMT", at: -62135596800000 },
])("parseHttpDate() reads $text", ({ text, at }) => {
  assertEquals(parseHttpDate(text, NOW), at);
});

Deno.test.each([
  "",
  "1",
  "tomorrow",
  "2026-11-30T00:00:00Z",
  "Sun, 06 Nov 1994 08:49:37",
  "Sun, 06 Nov 1994 08:49:37 UTC",
  "Sun, 06 Nov 1994 08:49:37 +0000",
  "Sun, 6 Nov 1994 08:49:37 GMT",
  "Sun, 06 nov 1994 08:49:37 GMT",
  "Son, 06 Nov 1994 08:49:37 GMT",
  "Sun, 06 Nov 1994 24:00:00 GMT",
  "Sun, 06 Nov 1994 08:60:37 GMT",
  "Sun, 06 Nov 1994 08:49:61 GMT",
  "Sun, 00 Nov 1994 08:49:37 GMT",
  "Thu, 29 Feb 2026 00:00:00 GMT",
  "Sun, 31 Nov 1994 08:49:37 GMT",
  "x Sun, 06 Nov 1994 08:49:37 GMT",
  "Sun, 06 Nov 1994 08:49:37 GMT x",
  "Wednesday, 31-Nov-94 08:49:37 GMT",
  "Sun Nov 6 08:49:37 1994",
])("parseHttpDate() takes %j for no date", (text) => {
  assertEquals(parseHttpDate(text, NOW), undefined);
});

Deno.test("parseHttpDate() reads what Date writes, to the second", () => {
  const seconds = fc.integer({ min: Date.UTC(0, 0) / 1000, max: Date.UTC(9999, 11, 31) / 1000 });
  fc.assert(
    fc.property(seconds, (second) => {
      assertEquals(parseHttpDate(new Date(second * 1000).toUTCString(), NOW), second * 1000);
    }),
    { numRuns: 1000 },
  );
});

Deno.test("parseHttpDate() never throws and never gives NaN", () => {
  const near = fc.stringMatching(
    /^(Sun|Monday|Tues), ?\d\d[ -](Feb|Nov|Foo)[ -]\d{2,4} \d\d:\d\d:\d\d (GMT|UTC)$/,
  );
  fc.assert(
    fc.property(fc.oneof(fc.string(), near), (text) => {
      const at = parseHttpDate(text, NOW);
      assertEquals(at === undefined || Number.isSafeInteger(at), true);
    }),
    { numRuns: 1000 },
  );
});
