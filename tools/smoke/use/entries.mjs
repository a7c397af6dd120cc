import assert from "node:assert/strict";
import { createRequire } from "node:module";
import process from "node:process";
import { test } from "node:test";

const ENTRIES = ["", "/mock", "/testing", "/proxy", "/redis", "/postgres"];

for (const entry of ENTRIES) {
  test(`@wholeturn/wholeturn${entry} loads and exports something`, async () => {
    const names = Object.keys(await import(`@wholeturn/wholeturn${entry}`));
    assert.notEqual(names.length, 0);
    assert.ok(!names.includes("default"));
  });

  // Deno has no packages of JSR for require().
  const skip = process.versions.deno !== undefined;
  test(`a CommonJS module can require @wholeturn/wholeturn${entry}`, { skip }, async () => {
    const name = `@wholeturn/wholeturn${entry}`;
    const required = Object.keys(createRequire(import.meta.url)(name));
    const imported = Object.keys(await import(name));
    assert.deepEqual(required.sort(), imported.sort());
  });
}
