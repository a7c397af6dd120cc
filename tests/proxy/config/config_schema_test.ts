import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { schemaProblems } from "../../../src/proxy/cli/schema_problems.ts";
import { configSchemaText } from "../../../src/proxy/config/config_schema_text.ts";
import { pathText } from "../../../src/proxy/config/config_problem.ts";
import { inspectConfig } from "../../../src/proxy/config/inspect_config.ts";
import { changed } from "./support/changed.ts";
import { FULL } from "./support/full_config.ts";
import { NAMES, placesIn } from "./support/places.ts";

const SCHEMA_FILE = new URL("../../../docs/proxy.schema.json", import.meta.url);

Deno.test("docs/proxy.schema.json is what the proxy checks by; run tools/proxy_docs.ts if not", async () => {
  assertEquals(await Deno.readTextFile(SCHEMA_FILE), configSchemaText());
});

Deno.test("CONFIG_SCHEMA describes every member, and names what every value must be", () => {
  for (const [path, node] of NAMES) {
    assert(node.description?.endsWith("."), `${path} has no description`);
    const isNamed = node.title !== undefined || node.enum !== undefined;
    assert(isNamed, `${path} has no title`);
  }
});

Deno.test("CONFIG_SCHEMA accepts every default and example that it tells of", () => {
  for (const [path, { default: value, examples = [] }] of NAMES) {
    const values = value === undefined ? examples : [value, ...examples];
    for (const one of values) {
      const place = path.replaceAll(".*", ".a").replace(/^models\.a/, "models.full")
        .replaceAll("[]", "[0]");
      const config = changed(FULL, place, one);
      const said = inspectConfig(config).problems.filter(({ path }) => pathText(path) === place);
      const isVariable = typeof one === "string" && one.includes("${");
      if (!isVariable) assertEquals(said.map(({ message }) => message), [], `${place}: ${one}`);
    }
  }
});

Deno.test("the full configuration of the tests says everything that the schema has", () => {
  const said = new Set(placesIn(FULL).map((place) => normal(place)));
  for (const [path] of NAMES) {
    // One key in place of several is said by the other provider.
    assert(said.has(path), `The full configuration does not say ${path}`);
  }
});

/** A place as `NAMES` spells it. */
function normal(place: readonly (string | number)[]): string {
  return place.map((part, index) => {
    if (typeof part === "number") return "[]";
    if (index === 0) return part;
    return index === 1 && (place[0] === "providers" || place[0] === "models") ? ".*" : `.${part}`;
  }).join("");
}

const OTHERS: readonly unknown[] = [
  ...[null, true, false, 0, 1, -1, 1.5, 1e12, "", "x", "5s", "a/b", "https://a.example"],
  ...[[], ["x"], [[]], [null], {}, { x: 1 }, { provider: "a" }, { __proto__: null, url: 5 }],
];

/** The places that readConfig() complains of, and those that a validator of JSON Schema does. */
async function complaints(config: unknown) {
  const { problems, plan } = inspectConfig(config);
  const ours = new Set(problems.map(({ path }) => pathText(path)));
  const theirs = (await schemaProblems(config)).map(({ path }) => pathText(path));
  return { ours, theirs, plan, problems };
}

Deno.test("readConfig() complains of every wrong value at every place, as a validator of JSON Schema does", async () => {
  let wrong = 0;
  for (const place of placesIn(FULL)) {
    for (const other of OTHERS) {
      const config = changed(FULL, place, other);
      const { ours, theirs, plan, problems } = await complaints(config);
      for (const path of theirs) {
        assert(
          ours.has(path),
          `${pathText(place)} = ${JSON.stringify(other)}: ${path} is not told`,
        );
      }
      if (theirs.length === 0) continue;
      wrong++;
      const isCap = problems.every(({ severity }) => severity !== "error");
      assertEquals(plan === undefined, !isCap, "An error leaves no plan");
      if (isCap) assertEquals(place.at(-1), "backoff");
    }
  }
  assert(wrong > 1000, `${wrong} were wrong`);
});

Deno.test("readConfig() complains of every unknown member at every place", async () => {
  for (const place of placesIn(FULL)) {
    const target = place.reduce((value, part) => (value as never)[part], FULL as unknown);
    const isObject = typeof target === "object" && target !== null && !Array.isArray(target);
    if (!isObject || place.includes("patch")) continue;
    const { ours, theirs } = await complaints(changed(FULL, [...place, "zzz zz"], 1));
    const at = pathText([...place, "zzz zz"]);
    // As a model and as a header it would be a name of the user's own.
    if (place.at(-1) === "models" || place.at(-1) === "set") continue;
    assert(ours.has(at), `${at} is not told: ${[...ours]}`);
    assert(theirs.includes(at), `${at}: ${theirs}`);
  }
});

Deno.test("readConfig() says what a validator says of several mistakes at once, and never breaks", async () => {
  const places = placesIn(FULL);
  const mistake = fc.tuple(
    fc.nat(places.length - 1),
    fc.oneof(fc.constantFrom(...OTHERS), fc.jsonValue()),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(mistake, { minLength: 1, maxLength: 5 }), async (mistakes) => {
      let config: unknown = FULL;
      // From the last place to the first, so that each still is one.
      for (const [index, other] of mistakes.toSorted(([a], [b]) => b - a)) {
        config = changed(config, places[index]!, other);
      }
      const { ours, theirs } = await complaints(config);
      for (const path of theirs) assert(ours.has(path), `${path} is not told`);
    }),
    { numRuns: 150 },
  );
});
