import { assertEquals } from "@std/assert";
import { MockGPT } from "../../../mock.ts";
import type { Delivery, MockGptOptions } from "../../../mock.ts";

const BODY = JSON.stringify({
  model: "m",
  stream: true,
  messages: [{ role: "user", content: "hi" }],
});

/** How many frames the answer to each of some calls has, and how it ended. */
async function ends(options: MockGptOptions, injected?: Delivery, calls = 1) {
  const mock = new MockGPT(options);
  if (injected !== undefined) mock.injectNext({ delivery: injected });
  for (let call = 0; call < calls; call++) {
    const init = { method: "POST", body: BODY };
    await (await mock.fetch("http://mock/v1/chat/completions", init)).text();
  }
  return mock.records.map(({ frames, outcome }) => [frames, outcome]);
}

const BY_CHARACTER: Delivery = { chunking: { by: "character" } };
const CUT: Delivery = { faults: [{ kind: "close", afterFrames: 1 }] };

// "one two" is two tokens or seven characters, between an opening, a reason to finish and an end marker.
const result = "one two";

Deno.test("the delivery of a rule is that of each reply of its sequence, member by member", async () => {
  const sequence = [{ result }, { result, delivery: CUT }];
  const found = await ends({ rules: [{ sequence, delivery: BY_CHARACTER }] }, undefined, 2);
  assertEquals(found, [[10, "served"], [1, "fault"]]);
  const cut = await ends({ rules: [{ sequence: [{ result }], delivery: CUT }] });
  assertEquals(cut, [[1, "fault"]]);
});

Deno.test("an injected delivery stands before the rule's, its pieces of text too", async () => {
  const delivery: Delivery = { chunking: { by: "word" } };
  assertEquals(await ends({ rules: [{ result, delivery }] }), [[5, "served"]]);
  assertEquals(await ends({ rules: [{ result, delivery }] }, BY_CHARACTER), [[10, "served"]]);
});

Deno.test("the delivery of a rule stands before the mock's, member by member", async () => {
  const rules = [{ result, delivery: CUT }, { result }];
  assertEquals(await ends({ delivery: BY_CHARACTER, rules }), [[1, "fault"]]);
  assertEquals(await ends({ delivery: BY_CHARACTER, rules: [{ result }] }), [[10, "served"]]);
});

Deno.test("a member of a delivery that is undefined says nothing", async () => {
  const sequence = [{ result, delivery: { chunking: undefined } }];
  const rules = [{ sequence, delivery: BY_CHARACTER }];
  assertEquals(await ends({ rules, delivery: CUT }, { faults: undefined }), [[1, "fault"]]);
  assertEquals(await ends({ rules }, { chunking: undefined }), [[10, "served"]]);
});
