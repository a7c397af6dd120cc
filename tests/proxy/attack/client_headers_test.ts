import { assertEquals } from "@std/assert";
import { clientHeaders } from "../../../src/proxy/edit/client_headers.ts";

Deno.test("clientHeaders() leaves out what a server cannot send as the value of a header", () => {
  for (const control of ["\x01", "\x08", "\x0b", "\x1b", "\x7f"]) {
    for (const name of ["openai-model", "content-type", "x-request-id"]) {
      const { headers } = clientHeaders(new Headers([[name, `a${control}b`]]));
      assertEquals(Object.values(headers).filter((value) => value.includes(control)), [], name);
    }
  }
});
