import { assertEquals } from "@std/assert";
import { toResponse } from "../../src/server/http_answer.ts";

Deno.test("toResponse() gives a Response as it is", () => {
  const response = new Response("x");
  assertEquals(toResponse(response) === response, true);
});

Deno.test("toResponse() makes a Response with the status, the headers and the body", async () => {
  const headers = { "content-type": "application/json", "x-a": "1" };
  const response = toResponse({ status: 429, statusText: "Slow", headers, body: '{"é":1}' });
  assertEquals([response.status, response.statusText], [429, "Slow"]);
  assertEquals([...response.headers], [["content-type", "application/json"], ["x-a", "1"]]);
  assertEquals(await response.json(), { "é": 1 });
});

Deno.test("toResponse() keeps cookies apart, and gives no body where there is none", () => {
  const headers = new Headers([["set-cookie", "a=1"], ["set-cookie", "b=2"]]);
  const response = toResponse({ status: 204, headers, body: null });
  assertEquals(response.headers.getSetCookie(), ["a=1", "b=2"]);
  assertEquals([response.status, response.body], [204, null]);
});
