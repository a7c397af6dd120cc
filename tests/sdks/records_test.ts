import { assert, assertEquals } from "@std/assert";
import { ALL_SUBJECTS } from "../../tools/sdks/all_subjects.ts";
import { packageOf } from "../../tools/sdks/load_packages.ts";
import { withPins } from "../../tools/sdks/pin_imports.ts";
import { nameOf } from "../../tools/sdks/sdk_subject.ts";
import { differences, verdictsOf } from "../../tools/sdks/verdicts.ts";
import verdicts from "./verdicts.json" with { type: "json" };
import versions from "../../tools/sdks/versions.json" with { type: "json" };

Deno.test("verdicts.json has the verdicts of every interface, and of no other", () => {
  assertEquals(Object.keys(verdicts).sort(), ALL_SUBJECTS.map(nameOf).sort());
});

Deno.test("verdicts.json says that our own adapters break no rule, and that every check could judge", () => {
  for (const [name, rules] of Object.entries(verdicts)) {
    const words = new Set(Object.values(rules));
    assertEquals(words.has("broken"), false, name);
    if (name.startsWith("fetchModel")) assertEquals(words.has("failed"), false, name);
  }
});

Deno.test("versions.json and versions.lock have every package", async () => {
  const names = [...new Set(ALL_SUBJECTS.flatMap(({ packages }) => packages.map(packageOf)))];
  assertEquals(Object.keys(versions).sort(), names.sort());
  const lock = await Deno.readTextFile(new URL("../../tools/sdks/versions.lock", import.meta.url));
  const { specifiers } = JSON.parse(lock);
  for (const [name, version] of Object.entries(versions)) {
    assert(`npm:${name}@${version}` in specifiers, name);
  }
});

Deno.test("packageOf() gives the package of a module below it", () => {
  const modules = ["openai", "eventsource-parser/stream", "@google/genai", "@google/genai/web"];
  assertEquals(modules.map(packageOf), [
    "openai",
    "eventsource-parser",
    "@google/genai",
    "@google/genai",
  ]);
});

Deno.test("withPins() changes the imports of pinned packages, and no others", () => {
  const source = [
    'import a from "npm:openai@7.0.0";',
    'import b from "npm:@anthropic-ai/sdk@1.0.0/core";',
    'import c from "npm:other@1.0.0";',
    'import d from "npm:openai@latest";',
  ].join("\n");
  const pinned = withPins(source, { "openai": "8.0.0", "@anthropic-ai/sdk": "2.0.0" });
  assertEquals(pinned.split("\n"), [
    'import a from "npm:openai@8.0.0";',
    'import b from "npm:@anthropic-ai/sdk@2.0.0/core";',
    'import c from "npm:other@1.0.0";',
    'import d from "npm:openai@latest";',
  ]);
});

Deno.test("verdictsOf() gives the worst verdict of each rule", () => {
  const result = (rule: string, verdict: "passed" | "failed" | "broken" | "skipped") => (
    { rule, name: rule, verdict, durationMs: 0 }
  );
  const results = [
    result("a", "skipped"),
    result("a", "passed"),
    result("b", "passed"),
    result("b", "failed"),
    result("b", "skipped"),
    result("c", "failed"),
    result("c", "broken"),
    result("d", "skipped"),
  ];
  assertEquals(verdictsOf({ ok: false, results }), {
    a: "passed",
    b: "failed",
    c: "broken",
    d: "skipped",
  });
});

Deno.test("differences() names the rules whose verdicts changed, came or went", () => {
  const found = differences(
    "sdk",
    { a: "passed", b: "failed", c: "passed" },
    { a: "passed", b: "passed", d: "failed" },
  );
  assertEquals(found, [
    "sdk: b was failed and is passed",
    "sdk: c was passed and is absent",
    "sdk: d was absent and is failed",
  ]);
  assertEquals(differences("sdk", undefined, { a: "passed" }), ["sdk: a was absent and is passed"]);
});
