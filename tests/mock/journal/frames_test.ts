import { assertEquals } from "@std/assert";
import { MockGPT } from "../../../mock.ts";
import type { Delivery } from "../../../mock.ts";

const DELIVERIES: readonly Delivery[] = [{}, { timing: { firstTokenMs: 1 } }, {
  spelling: { packetBytes: 5 },
}, { contentType: "text/plain" }];

for (const delivery of DELIVERIES) {
  Deno.test(`an answer that is not streamed is one frame: ${JSON.stringify(delivery)}`, async () => {
    const mock = new MockGPT({ delivery, rules: [{ result: "x" }] });
    const body = JSON.stringify({ model: "m", messages: [{ role: "user", content: "x" }] });
    const response = await mock.fetch("http://m/v1/chat/completions", { method: "POST", body });
    const { length } = await response.bytes();
    assertEquals(mock.records.map(({ frames, bytes }) => [frames, bytes]), [[1, length]]);
  });
}
