import { assertEquals } from "@std/assert";
import { printable } from "../src/printable.ts";

Deno.test("printable() escapes what could steer a terminal, and leaves texts as they are", () => {
  assertEquals(
    printable("\u001b[2J\u009b\u0000\r\u007f\u202e"),
    String.raw`\u001b[2J\u009b\u0000\u000d\u007f\u202e`,
  );
  assertEquals(printable("line\n\ttext, 北🎈 é"), "line\n\ttext, 北🎈 é");
});
