import { assertEquals } from "@std/assert";
import { lab } from "../support/lab.ts";
import { answer } from "../support/scripted_upstream.ts";
import { served, type ServedInit } from "./support/served.ts";

const STRANGER = { from: "203.0.113.7" };
const CLOSED = [
  ["GET", "/"],
  ["GET", "/state"],
  ["GET", "/metrics"],
  ["GET", "/events"],
  ["POST", "/state/reset"],
] as const;

/** The status of an answer, and what it asks for. */
async function statusOf(
  path: string,
  init: ServedInit,
  adminKey?: string,
): Promise<readonly [number, string | undefined]> {
  const { proxy } = lab({ u1: [answer("ok")] }, adminKey ? { admin_key: adminKey } : {});
  const { status, headers, body } = await proxy.answer(served(path, init));
  if (body instanceof ReadableStream) await body.cancel();
  return [status, headers instanceof Headers ? undefined : headers["www-authenticate"]];
}

function basic(userAndPassword: string): string {
  return `Basic ${btoa(userAndPassword)}`;
}

for (const [method, path] of CLOSED) {
  Deno.test(`${method} ${path} is open to the same machine alone when there is no admin key`, async () => {
    assertEquals(await statusOf(path, { method }), [200, undefined]);
    assertEquals(await statusOf(path, { method, ...STRANGER }), [403, undefined]);
    assertEquals(await statusOf(path, { method, from: undefined }), [403, undefined]);
  });

  Deno.test(`${method} ${path} is open to whoever has the admin key`, async () => {
    const ask = (headers: Record<string, string>) =>
      statusOf(path, { method, ...STRANGER, headers }, "sesame");
    assertEquals((await ask({ authorization: "Bearer sesame" }))[0], 200);
    assertEquals((await ask({ authorization: basic("me:sesame") }))[0], 200);
    assertEquals((await ask({ authorization: basic(":sesame") }))[0], 200);
    assertEquals(await statusOf(path, { method }, "sesame"), [200, undefined]);
    for (
      const authorization of ["", "Bearer sesam", basic("sesame:"), basic("me:Sesame"), "Basic %"]
    ) {
      const [status, asked] = await ask({ authorization });
      assertEquals([status, asked?.startsWith("Basic ")], [401, true], authorization);
    }
  });
}

Deno.test("the same machine is told by each of its addresses, and by names that lead nowhere else", async () => {
  const addresses = ["127.0.0.1", "127.9.8.7", "::1", "::ffff:127.0.0.1"];
  const hosts = ["127.0.0.1:4000", "localhost", "LOCALHOST:4000", "[::1]:4000", "proxy.localhost"];
  for (const from of addresses) {
    for (const host of hosts) {
      assertEquals((await statusOf("/state", { from, headers: { host } }))[0], 200, from + host);
    }
  }
});

Deno.test("a name of a stranger that leads to the same machine opens nothing", async () => {
  for (
    const host of ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:4000", ""]
  ) {
    assertEquals((await statusOf("/state", { headers: { host } }))[0], 403, host);
  }
});

Deno.test("addresses that only look like the same machine open nothing", async () => {
  for (const from of ["128.0.0.1", "10.127.0.1", "::ffff:10.0.0.1", "1::1", "127.0.0.1.evil", ""]) {
    assertEquals((await statusOf("/state", { from }))[0], 403, from);
  }
});

Deno.test("what another proxy forwards is not of the same machine", async () => {
  for (const name of ["forwarded", "x-forwarded-for", "x-real-ip", "via"]) {
    assertEquals((await statusOf("/state", { headers: { [name]: "203.0.113.7" } }))[0], 403, name);
  }
});

Deno.test("a page of another site opens nothing, also with the password that the browser remembers", async () => {
  const reset = (headers: Record<string, string>, init: ServedInit = {}) =>
    statusOf("/state/reset", { method: "POST", headers, ...init }, "sesame");
  const authorization = basic("me:sesame");
  for (
    const origin of [
      "https://evil.example",
      "null",
      "http://127.0.0.1:4001",
      "http://localhost:4000",
    ]
  ) {
    assertEquals((await reset({ origin }))[0], 403, origin);
    assertEquals((await reset({ origin, authorization }, STRANGER))[0], 403, origin);
  }
  assertEquals((await reset({ "sec-fetch-site": "cross-site" }))[0], 403);
  assertEquals((await reset({ origin: "http://127.0.0.1:4000" }))[0], 200);
  assertEquals((await reset({ origin: "http://127.0.0.1:4000", authorization }, STRANGER))[0], 200);
  // Whoever can send a bearer knows the key.
  const bearer = { authorization: "Bearer sesame", origin: "https://tool.example" };
  assertEquals((await reset(bearer, STRANGER))[0], 200);
});

Deno.test("who is refused is told of, without the key that was tried", async () => {
  const { proxy, events } = lab({ u1: [answer("ok")] }, { admin_key: "sesame" });
  const headers = { authorization: "Bearer tried-key" };
  await proxy.answer(served("/state?key=tried-key", { ...STRANGER, headers }));
  const [event] = events;
  assertEquals(event?.event === "refused" && { ...event, id: "" }, {
    event: "refused",
    id: "",
    path: "/state",
    status: 401,
    code: "invalid_admin_key",
  });
});

Deno.test("client keys open nothing of the administration", async () => {
  const { proxy } = lab({ u1: [answer("ok")] }, { client_keys: ["client"], admin_key: "sesame" });
  const headers = { authorization: "Bearer client" };
  assertEquals((await proxy.answer(served("/state", { ...STRANGER, headers }))).status, 401);
});
