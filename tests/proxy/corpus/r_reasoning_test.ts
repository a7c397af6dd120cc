/** Rows R1, R3, R5, R9, R10 and R13 of the corpus of bugs: histories with reasoning, as each upstream takes them. */
import { assertEquals } from "@std/assert";
import { lab } from "../support/lab.ts";
import { answer, type Hit, type Script, status } from "../support/scripted_upstream.ts";

const CALLS = '"tool_calls":[{"id":"c1","function":{"name":"f","arguments":"{}"}}]';
const TOLD = '"reasoning":"hm","reasoning_details":[{"type":"reasoning.text","text":"hm"}]';

/** Refuses a call of a tool without its reasoning, as DeepSeek does. */
const DEMANDS = { reasoning_field: "reasoning_content", reasoning_empty_ok: true };

/** Refuses members that it does not know, as Groq does. */
const REFUSES = { drop_fields: ["reasoning", "reasoning_content", "reasoning_details"] };

function bodyOf(...messages: readonly string[]): string {
  return `{"model":"m", "messages":[ ${messages.join(", ")} ],"n":1e0}`;
}

/** Sends a body to upstreams with settings of their own; gives what each of them got. */
async function sent(
  body: string,
  upstreams: readonly { readonly settings: object; readonly script: Script }[],
): Promise<readonly string[]> {
  const hosts = upstreams.map(({ settings, script }, index) => ({
    host: `u${index}`,
    settings,
    script,
  }));
  const made = lab(Object.fromEntries(hosts.map(({ host, script }) => [host, [script]])), {
    providers: Object.fromEntries(
      hosts.map(({ host, settings }) => [host, { url: `http://${host}/v1`, ...settings }]),
    ),
  });
  const response = await made.proxy.fetch(
    new Request("http://proxy/v1/chat/completions", { method: "POST", body }),
  );
  assertEquals(response.status, 200);
  await response.text();
  const hits: readonly Hit[] = hosts.flatMap(({ host }) => made.upstreams.hits(host));
  return hits.map((hit) => hit.body);
}

Deno.test("R1 R5 each upstream gets the history as it takes it, whatever the one before got", async () => {
  const user = '{"role":"user","content":"1"}';
  const turn = (more: string) => `{"role":"assistant","content":null,${CALLS}${more}}`;
  const body = bodyOf(user, turn(`,${TOLD}`));
  const demanding = { settings: DEMANDS, script: status(500) };
  const refusing = { settings: REFUSES, script: status(500) };
  const bodies = await sent(body, [demanding, refusing, { settings: {}, script: answer("ok") }]);
  assertEquals(bodies, [
    bodyOf(user, turn(`,${TOLD},"reasoning_content":"hm"`)),
    bodyOf(user, turn("")),
    body,
  ]);
});

Deno.test("R3 R9 a turn whose reasoning its client dropped gets an empty one where that is allowed", async () => {
  const turn = (more: string) => `{"role":"assistant","content":null,${CALLS}${more}}`;
  const demanding = { settings: DEMANDS, script: answer("ok") };
  assertEquals(await sent(bodyOf(turn("")), [demanding]), [
    bodyOf(turn(',"reasoning_content":""')),
  ]);
  const strict = { settings: { ...DEMANDS, reasoning_empty_ok: false }, script: answer("ok") };
  assertEquals(await sent(bodyOf(turn("")), [strict]), [bodyOf(turn(""))]);
});

Deno.test("R10 R13 what needs no reasoning reaches the upstream byte for byte", async () => {
  const bodies = [
    bodyOf(`{"role":"user",${TOLD},${CALLS}}`, `{"role":"tool",${TOLD}}`),
    bodyOf(`{"role":"assistant",${TOLD}}`, `{"role":"assistant",${TOLD},"tool_calls":[ ]}`),
    bodyOf(`{"role":"assistant",${CALLS},"reasoning_content" : "mine",${TOLD}}`),
    '{"model":"m"}',
    '{"model":"m","messages":null}',
    '{"model":"m", "messages":{"role":"assistant"} }',
  ];
  for (const body of bodies) {
    assertEquals(await sent(body, [{ settings: DEMANDS, script: answer("ok") }]), [body]);
  }
  const off = bodyOf(`{"role":"assistant",${TOLD},${CALLS}}`);
  const without = { settings: { reasoning_field: null }, script: answer("ok") };
  assertEquals(await sent(off, [without]), [off]);
});
