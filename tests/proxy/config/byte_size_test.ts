import { assertEquals } from "@std/assert";
import { MAX_BYTES, parseByteSize } from "../../../src/proxy/config/byte_size.ts";

Deno.test.each<readonly [number | string, number]>([
  [1, 1],
  ["1", 1],
  ["1000B", 1000],
  ["64KB", 64_000],
  ["64KiB", 65_536],
  ["32MiB", 33_554_432],
  ["1MB", 1_000_000],
  ["1GB", 1_000_000_000],
  ["1GiB", 1_073_741_824],
])("parseByteSize() reads $0 as $1 bytes", (value, bytes) => {
  assertEquals(parseByteSize(value), bytes);
});

Deno.test("parseByteSize() refuses what is no size", () => {
  const none = [0, -1, 1.5, NaN, Infinity, MAX_BYTES + 1, "", "0", "1.5MiB", "1 MiB", "1mb", "1K"];
  for (const value of [...none, "-1", "1TiB", "9999GiB", null, undefined, true, [], {}]) {
    assertEquals(parseByteSize(value), undefined, String(value));
  }
});
