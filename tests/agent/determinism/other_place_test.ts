import { assertEquals, assertNotEquals } from "@std/assert";
import fc from "fast-check";
import { OTHER_PLACE } from "../../../src/agent/determinism/ambient/other_place.ts";

function there<T>(look: () => T): T {
  const leave = OTHER_PLACE.enter();
  try {
    return look();
  } finally {
    leave();
  }
}

/** Since zones have whole rules: what they were before, `Intl` and the shift need not agree on. */
const dates = fc.date({
  min: new Date("1980-01-01T00:00:00Z"),
  max: new Date("2090-01-01T00:00:00Z"),
  noInvalidDate: true,
});

Deno.test("in another place, everything that Date says of local time agrees", () => {
  fc.assert(fc.property(dates, (date) => {
    there(() => {
      const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
      const format = new Intl.DateTimeFormat("en-US", { dateStyle: "short" });
      const [month, day, year] = format.format(date).split("/").map(Number);
      assertEquals([parts[0]! % 100, parts[1], parts[2]], [year, month, day]);
      const time = date.toLocaleTimeString("en-GB");
      assertEquals(time.slice(0, 5).split(":").map(Number), [date.getHours(), date.getMinutes()]);
      assertEquals(date.toTimeString().slice(0, 8), time);
      assertEquals(String(date), `${date.toDateString()} ${date.toTimeString()}`);
      const shifted = date.getTime() - date.getTimezoneOffset() * 60_000;
      assertEquals(new Date(shifted).getUTCDay(), date.getDay());
    });
  }));
});

Deno.test("another place is another in time and in language, and is left again", () => {
  const date = new Date(1.7e12);
  const look = () => [
    date.toString(),
    date.toLocaleString(),
    (1234.5).toLocaleString(),
    (12345n).toLocaleString(),
    new Intl.DateTimeFormat().format(date),
    Intl.NumberFormat().format(0.5),
    Temporal.Now.timeZoneId(),
    navigator.language,
    `${date.getHours()}:${date.getMinutes()}`,
  ];
  const here = look();
  there(look).forEach((text, index) => assertNotEquals(text, here[index]));
  assertEquals(look(), here);
  assertEquals(there(() => String(new Date(NaN))), "Invalid Date");
  assertEquals(there(() => ["b", "a"].sort((a, b) => a.localeCompare(b))), ["a", "b"]);
});
