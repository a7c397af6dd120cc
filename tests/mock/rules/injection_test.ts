import { assertEquals, assertThrows } from "@std/assert";
import { MockGPT } from "../../../mock.ts";
import type { MockGptOptions } from "../../../mock.ts";

const BUSY = { status: 503, body: "Busy" };
const LIMITED = { status: 429, body: "Slow down" };

function mockWith(options: MockGptOptions = {}): MockGPT {
  return new MockGPT({ rules: [{ result: "one two" }], ...options });
}

async function statuses(mock: MockGPT, models: readonly string[]): Promise<readonly number[]> {
  const found: number[] = [];
  for (const model of models) {
    const body = JSON.stringify({ model, messages: [{ role: "user", content: "hi" }] });
    const url = "http://mock/v1/chat/completions";
    const response = await mock.fetch(url, { method: "POST", body });
    await response.body?.cancel();
    found.push(response.status);
  }
  return found;
}

Deno.test("an injection happens once, or as often as it says", async () => {
  const mock = mockWith();
  mock.injectNext({ response: BUSY });
  mock.injectNext({ response: LIMITED, times: 2 });
  assertEquals(await statuses(mock, ["m", "m", "m", "m"]), [503, 429, 429, 200]);
});

Deno.test("an injection waits for a call that fits it, and the first that fits happens", async () => {
  const mock = mockWith();
  mock.injectNext({ model: "b", response: BUSY });
  mock.injectNext({ response: LIMITED });
  assertEquals(await statuses(mock, ["a", "a", "b", "b"]), [429, 200, 503, 200]);
  mock.injectNext({ model: "b", response: BUSY });
  mock.clearInjections();
  assertEquals(await statuses(mock, ["b"]), [200]);
});

Deno.test("an injection stands before chaos, which leaves its call alone", async () => {
  const onCall = { 1: { response: BUSY }, 2: { response: BUSY } };
  const mock = mockWith({ chaos: { onCall } });
  mock.injectNext({ delivery: { chunking: { by: "word" } } });
  assertEquals(await statuses(mock, ["m", "m", "m"]), [200, 503, 200]);
});

Deno.test("a delivery for vectors, which are no stream, is refused", () => {
  const delivery = { timing: { firstTokenMs: 5 } };
  assertThrows(
    () => new MockGPT().injectNext({ surface: "embeddings", delivery }),
    TypeError,
    "Cannot use 'injection.delivery' as it is for turns, and no call of its 'surface' gets one",
  );
  new MockGPT().injectNext({ surface: ["embeddings", "openai-chat"], delivery });
});
