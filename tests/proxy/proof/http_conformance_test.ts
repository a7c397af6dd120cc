import { assertEquals } from "@std/assert";
import { httpConformance, runContract } from "../../../testing.ts";
import { startProxy } from "../../../proxy.ts";
import { conformingMock, optionsFor } from "../../testing/http/support.ts";
import { WIRES } from "./support/through_proxy.ts";

for (const wire of WIRES) {
  Deno.test(`the proxy on a port does all that a server of ${wire} must`, async () => {
    const mock = conformingMock();
    await using upstream = await mock.serve();
    await using proxy = await startProxy({
      listen: "127.0.0.1:0",
      providers: { mock: { url: `${upstream.url}/v1` } },
      models: { "*": "mock/*" },
    });
    const inFlight = () => mock.records.filter(({ outcome }) => outcome === "pending").length;
    const report = await runContract(
      httpConformance({ ...optionsFor(wire, proxy.url), inFlight }),
    );
    const failed = report.results.filter(({ verdict }) => verdict === "failed");
    assertEquals(failed.map(({ name, message }) => `${name}: ${message}`), []);
    assertEquals(report.ok, true);
  });
}
