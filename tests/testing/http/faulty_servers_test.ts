import { assertEquals, assertMatch } from "@std/assert";
import { httpConformance, runContract } from "../../../testing.ts";
import { FAULTY_SERVERS } from "./faulty/all.ts";
import type { FaultyServer } from "./faulty/faulty_server.ts";
import { conformingMock, optionsFor } from "./support.ts";

for (const faulty of FAULTY_SERVERS) {
  const { does, wire = "openai-chat", caughtBy, says } = faulty;
  Deno.test(`a server of ${wire} that ${does} is caught by '${caughtBy}'`, async () => {
    const { results: [result] } = await runContract(casesFor(faulty), {
      filter: ({ name }) => name === caughtBy,
    });
    assertEquals(result?.verdict, "failed");
    assertMatch(result?.message ?? "", says);
    assertEquals(result?.message?.includes("\n"), false);
  });
}

Deno.test("a server that forgets to let go of clients is caught by its own count", async () => {
  const { results: [result] } = await runContract(
    httpConformance({
      ...optionsFor("openai-chat", "http://mock"),
      fetch: fetchOf({ does: "", caughtBy: "", says: /./, fault: (server) => server }),
      inFlight: () => 3,
      timeoutMs: 2000,
    }),
    { filter: "a client that leaves frees the server" },
  );
  assertEquals(result?.verdict, "failed");
  assertMatch(result?.message ?? "", /it was 3 for 500 ms/);
});

Deno.test("every case catches a faulty server of chat completions", () => {
  const ofChat = FAULTY_SERVERS.filter(({ wire = "openai-chat" }) => wire === "openai-chat");
  const caught = new Set(ofChat.map(({ caughtBy }) => caughtBy));
  const idle = httpConformance(optionsFor("openai-chat", "http://mock"))
    .map(({ name }) => name)
    .filter((name) => !caught.has(name) && name !== "life: a client that leaves frees the server");
  assertEquals(idle, []);
});

function casesFor(faulty: FaultyServer) {
  const { wire = "openai-chat", timeoutMs } = faulty;
  return httpConformance({
    ...optionsFor(wire, "http://mock"),
    fetch: fetchOf(faulty),
    timeoutMs,
  });
}

function fetchOf({ fault }: FaultyServer): typeof fetch {
  const mock = conformingMock();
  const server = fault((request) => mock.fetch(request));
  return (input, init) => server(new Request(input, init));
}
