import { assertEquals } from "@std/assert";
import { httpConformance, runContract } from "../../../testing.ts";
import { conformingMock, optionsFor, WIRE_IDS } from "./support.ts";

for (const wire of WIRE_IDS) {
  Deno.test(`MockGPT on a port does all that a server of ${wire} must`, async () => {
    const mock = conformingMock();
    await using server = await mock.serve();
    const inFlight = () => mock.records.filter(({ outcome }) => outcome === "pending").length;
    const report = await runContract(
      httpConformance({ ...optionsFor(wire, server.url), inFlight }),
    );
    const failed = report.results.filter(({ verdict }) => verdict === "failed");
    assertEquals(failed.map(({ name, message }) => `${name}: ${message}`), []);
    assertEquals(report.ok, true);
  });
}
