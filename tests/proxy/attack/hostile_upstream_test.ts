import { assert, assertEquals, assertFalse, assertStringIncludes } from "@std/assert";
import { chatRequest } from "../sockets/support/raw_client.ts";
import { type LabConfig, saysAll, withSocketLab } from "../sockets/support/socket_lab.ts";

/** A whole answer on the wire. */
function wire(body: string, { status = "200 OK", type = "application/json", more = "" } = {}) {
  const length = new TextEncoder().encode(body).length;
  return `HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\n${more}` +
    `content-length: ${length}\r\nconnection: close\r\n\r\n${body}`;
}

const ANSWER =
  '{"choices":[{"index":0,"message":{"role":"assistant","content":"hi"},"finish_reason":"stop"}]}';

/** What a client gets, as text, of a proxy in front of an upstream that says that. */
async function told(said: string, body: Record<string, unknown> = {}, config: LabConfig = {}) {
  let text = "";
  await withSocketLab([saysAll(said)], config, async (lab) => {
    const client = await lab.client();
    client.send(chatRequest({ stream: false, ...body }, { connection: "close" }));
    await client.closed();
    assertEquals(lab.errors, []);
    text = client.text;
    // Whatever it was, the proxy goes on.
    const next = await lab.client();
    next.send("GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n");
    await next.got('"ok"');
  });
  return text;
}

/** Control characters, of which Deno's server dies and Node's refuses the answer if it is given one to send. */
const CONTROLS = ["\x01", "\x08", "\x0b", "\x1b", "\x7f"].map((control) => ({
  control,
  code: control.charCodeAt(0),
}));

Deno.test.each(CONTROLS)(
  "a control character in a header of an answer reaches nobody: $code",
  async ({ control }) => {
    const names = ["x-request-id", "request-id", "openai-model", "content-language"];
    const more = names.map((name) => `${name}: a${control}b\r\n`).join("");
    const text = await told(wire(ANSWER, { more, type: `application/json;a=${control}` }));
    assertStringIncludes(text, "HTTP/1.1 200 OK");
    assertStringIncludes(text, ANSWER);
    assertFalse(text.includes(control));
  },
);

Deno.test("a control character in the type of a refusal reaches nobody", async () => {
  const text = await told(
    wire('{"error":{"message":"no"}}', { status: "400 Bad", type: "application/json;\x01" }),
  );
  assertStringIncludes(text, "HTTP/1.1 400");
  assertStringIncludes(text, '{"error":{"message":"no"}}');
  assertFalse(text.includes("\x01"));
});

Deno.test.each([{ status: "205 Reset Content" }, { status: "201 Created" }])(
  "an answer of the status $status reaches the client whole, as one that has a body",
  async ({ status }) => {
    const text = await told(wire(ANSWER, { status }));
    assertStringIncludes(text, `HTTP/1.1 ${status.startsWith("205") ? "200 OK" : status}`);
    assertStringIncludes(text, ANSWER);
  },
);

Deno.test.each(
  ["300 Choices", "302 Found", "304 Not Modified", "308 Permanent Redirect"].map((status) => ({
    status,
  })),
)(
  "an upstream that answers $status is told as a failure: neither its status nor where it leads reaches the client",
  async ({ status }) => {
    const more = "location: http://169.254.169.254/latest\r\n";
    const body = status.startsWith("304") ? "" : "moved";
    const text = await told(wire(body, { status, more }));
    assertStringIncludes(text, "HTTP/1.1 502");
    assertStringIncludes(text, "a redirect, which is never followed");
    assertFalse(text.includes("169.254"));
  },
);

Deno.test("an upstream that answers 204 is told as a failure", async () => {
  const text = await told("HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n");
  assertStringIncludes(text, "HTTP/1.1 502");
});

Deno.test("a model in any script is named in the headers of its answer by ASCII", async () => {
  const text = await told(wire(ANSWER), {}, { models: { m: "u1/模型 é" } });
  assertStringIncludes(text, ANSWER);
  assertStringIncludes(text, `x-proxy-upstream: u1/${encodeURI("模型 é")}\r\n`);
});

const DEEP = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;

Deno.test.each([
  { where: "in place of it", body: DEEP },
  { where: "in its error", body: `{"error":${DEEP}}` },
  { where: "in its choices", body: `{"choices":${DEEP}}` },
  { where: "in its message", body: ANSWER.replace("}", `,"x":${DEEP}}`) },
])(
  "an answer that is nested deep $where ends neither the proxy nor its connection",
  async ({ body }) => {
    for (const stream of [false, true]) {
      const text = await told(wire(body), { stream });
      assert(/^HTTP\/1\.1 (200|502)/.test(text), text.slice(0, 100));
    }
  },
);
