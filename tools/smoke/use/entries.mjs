import assert from "node:assert/strict";
import { test } from "node:test";

const ENTRIES = ["", "/mock", "/testing", "/proxy", "/postgres"];

for (const entry of ENTRIES) {
  test(`@wholeturn/wholeturn${entry} loads and exports something`, async () => {
    const names = Object.keys(await import(`@wholeturn/wholeturn${entry}`));
    assert.notEqual(names.length, 0);
    assert.ok(!names.includes("default"));
  });
}
