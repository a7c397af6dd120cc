import { assertEquals } from "@std/assert";
import { httpConformance, runContract } from "../../../testing.ts";
import type { WireId } from "../../../src/wire/wire.ts";
import { GROSS_SERVERS, soundAnswers } from "./gross/gross_servers.ts";
import type { GrossServer } from "./gross/gross_servers.ts";
import { optionsFor, WIRE_IDS } from "./support.ts";

/** The cases that a server passes, though it looks at no request. */
async function passedBy({ answer, timeoutMs }: GrossServer, wire: WireId): Promise<string[]> {
  const sound = await soundAnswers(wire);
  const cases = httpConformance({
    ...optionsFor(wire, "http://mock"),
    fetch: async (input, init) => await answer(sound, new Request(input, init).signal),
    inFlight: () => 0,
    timeoutMs,
  });
  const { results } = await runContract(cases, { concurrency: cases.length });
  return results.filter(({ verdict }) => verdict === "passed").map(({ name }) => name);
}

for (const server of GROSS_SERVERS) {
  for (const wire of WIRE_IDS) {
    Deno.test(`a server of ${wire} that ${server.does} fails every case that asks it more`, async () => {
      const passed = await passedBy(server, wire);
      const harmless = server.harmless?.(wire) ?? [];
      const isHarmless = (name: string) => harmless.some((start) => name.startsWith(start));
      assertEquals(passed.filter((name) => !isHarmless(name)), []);
    });
  }
}

Deno.test("what a gross server may pass, it passes", async () => {
  for (const server of GROSS_SERVERS) {
    const passed = await passedBy(server, "openai-chat");
    const idle = (server.harmless?.("openai-chat") ?? []).filter((start) =>
      !passed.some((name) => name.startsWith(start))
    );
    assertEquals(idle, [], server.does);
  }
});
