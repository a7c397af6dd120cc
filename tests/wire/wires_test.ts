import { assertEquals, assertThrows } from "@std/assert";
import type { WireId } from "../../src/wire/wire.ts";
import { wireOf, WIRES } from "../../src/wire/wires.ts";

/** Names of tools, and what the providers make of them. */
interface Names {
  readonly accepted: readonly string[];
  readonly refused: readonly string[];
}

const EVERYWHERE: Names = {
  accepted: ["f", "get_weather", "a-b", "a-1", "a".repeat(64), "A".repeat(64)],
  refused: ["", "a b", "get weather", "fs/read", "a\n", "a\nb", "é", "résumé", "a".repeat(65)],
};

const LIKE_OPENAI: Names = { accepted: ["1tool"], refused: ["a.b"] };

const NAMES: Readonly<Record<WireId, Names>> = {
  "openai-chat": LIKE_OPENAI,
  "openai-responses": LIKE_OPENAI,
  "anthropic-messages": LIKE_OPENAI,
  // What every version of the API accepts.
  "gemini": {
    accepted: ["admin.tools.list", "ns:tool", "_x"],
    refused: ["1tool", "-tool", ".tool"],
  },
  "ollama": LIKE_OPENAI,
  "cohere": LIKE_OPENAI,
};

for (const id of Object.keys(WIRES) as WireId[]) {
  Deno.test(`wireOf() knows ${id} by its id`, () => {
    assertEquals(wireOf(id).id, id);
  });

  Deno.test(`wireOf() gives ${id} with the rule of its tool names`, () => {
    const { toolName } = wireOf(id);
    const [accepted, refused] = [
      [...EVERYWHERE.accepted, ...NAMES[id].accepted],
      [...EVERYWHERE.refused, ...NAMES[id].refused],
    ];
    assertEquals(accepted.filter((name) => !toolName.test(name)), []);
    assertEquals(refused.filter((name) => toolName.test(name)), []);
  });
}

Deno.test("wireOf() refuses what is no wire, and names those there are", () => {
  for (const id of ["openai", "toString", "", undefined, null, {}]) {
    assertThrows(() => wireOf(id as WireId), TypeError, "anthropic-messages");
  }
});
