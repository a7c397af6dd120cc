import { assertEquals } from "@std/assert";
import { lab } from "../support/lab.ts";
import { answer } from "../support/scripted_upstream.ts";
import { readExposition } from "./support/read_exposition.ts";
import { served } from "./support/served.ts";

const ROOT = new URL("../../../", import.meta.url);
const DOCS = await Deno.readTextFile(new URL("docs/proxy.md", ROOT));

/** The rows of the table below a heading, cell by cell. */
function rowsOf(heading: string): readonly (readonly string[])[] {
  const section = DOCS.split(`\n${heading}\n`)[1]!.split(/\n##/)[0]!;
  const lines = section.split("\n").filter((line) => line.startsWith("|"));
  return lines.slice(2).map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));
}

Deno.test("docs/proxy.md has every metric, with its type and its labels", async () => {
  const { ask, proxy } = lab({ u1: [answer("ok")] }, { provider: { max_concurrent: 1 } });
  await ask({ stream: false });
  const families = readExposition(String((await proxy.answer(served("/metrics"))).body));
  const told = [...families].map(([name, { type, samples }]) => {
    const labels = Object.keys(samples[0]?.labels ?? {}).filter((label) => label !== "le");
    return [name, type, labels] as const;
  });
  const rows = rowsOf("### Metrics").map(([name, type, labels]) => {
    return [
      name!.slice(1, -1),
      type!,
      [...labels!.matchAll(/`(\w+)`/g)].map(([, label]) => label!),
    ];
  });
  // Nothing failed here, so that there is no sample to have labels.
  const withLabels = told.map(([name, type, labels]) => {
    return [name, type, name.endsWith("failures_total") ? ["upstream", "kind"] : labels];
  });
  assertEquals([...rows].sort(), [...withLabels].sort());
});

Deno.test("docs/proxy.md has every event of the log", async () => {
  const source = await Deno.readTextFile(new URL("src/proxy/ops/proxy_event.ts", ROOT));
  const events = [...source.matchAll(/readonly event: "(\w+)"/g)].map(([, event]) => event!);
  const rows = rowsOf("### Logs").map(([event]) => event!.slice(1, -1));
  assertEquals([...rows].sort(), events.sort());
});

Deno.test("docs/proxy.md has every path", async () => {
  const { proxy } = lab({ u1: [answer("ok")] });
  const paths = rowsOf("## Endpoints").flatMap(([cell]) =>
    [...cell!.matchAll(/(?:`|(GET|POST) )(\/[^`?]*)/g)].map(([, method, path]) => [method, path!])
  );
  assertEquals(paths.length, 15);
  for (const [method = "POST", path] of paths) {
    const concrete = path!.replace("{name}", "m");
    const isRead = method === "GET" || concrete.startsWith("/v1/models");
    const { status, body } = await proxy.answer(
      served(concrete, isRead ? {} : { method: "POST", body: "{" }),
    );
    if (body instanceof ReadableStream) await body.cancel();
    // A body that is no JSON is as far as one gets without an upstream.
    const isForwarded = !isRead && concrete.startsWith("/v1/");
    assertEquals(status, isForwarded ? 400 : 200, `${method} ${path}`);
  }
});
