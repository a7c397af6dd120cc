import { assertEquals } from "@std/assert";
import { writeReason } from "../../../src/proxy/state/write_reason.ts";

const failed = (code: string) =>
  Object.assign(new Error(`${code}: open '/some/state.json.1234.tmp'`), { code });

const REASONS: readonly (readonly [unknown, string])[] = [
  [failed("ENOENT"), "The folder '/some' does not exist"],
  [failed("ENOTDIR"), "'/some' is no folder"],
  [failed("EACCES"), "Nothing may be written in the folder '/some'"],
  [failed("EROFS"), "Nothing may be written in the folder '/some'"],
  [
    new Deno.errors.NotCapable("Requires write access to /some/state.json.1234.tmp"),
    "The program needs --allow-write for the folder '/some'",
  ],
  [new Error("The disk is full"), "The disk is full"],
  [undefined, "undefined"],
];

for (const [error, reason] of REASONS) {
  Deno.test(`writeReason() says of ${error}: ${reason}`, async () => {
    assertEquals(await writeReason(error, "/some/state.json"), reason);
  });
}
