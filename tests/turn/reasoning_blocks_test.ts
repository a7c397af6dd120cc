import { assertEquals } from "@std/assert";
import { assemble } from "../../src/turn/assemble.ts";
import type { ReasoningBlock, TurnEvent } from "../../src/turn/turn.ts";
import { finish, text, thought } from "../support/events.ts";

const CASES: { name: string; events: TurnEvent[]; blocks: ReasoningBlock[] }[] = [
  {
    name: "joins pieces into one block",
    events: [thought("a"), text("x"), thought("b")],
    blocks: [{ text: "ab" }],
  },
  {
    name: "closes a block by its signature, wherever it stands",
    events: [
      thought("a"),
      thought("", { signature: "s1" }),
      thought("b", { signature: "s2" }),
      thought("c"),
    ],
    blocks: [{ text: "a", signature: "s1" }, { text: "b", signature: "s2" }, { text: "c" }],
  },
  {
    name: "keeps a signature without text",
    events: [thought("", { signature: "s" })],
    blocks: [{ text: "", signature: "s" }],
  },
  {
    name: "makes a redacted block of its own, and closes the one before it",
    events: [thought("a"), thought("", { redacted: "enc" }), thought("b")],
    blocks: [{ text: "a" }, { text: "", redacted: "enc" }, { text: "b" }],
  },
  {
    name: "takes an empty signature and empty redacted data for none",
    events: [thought("a", { signature: "" }), thought("b", { redacted: "" })],
    blocks: [{ text: "ab" }],
  },
  { name: "makes no block of empty pieces", events: [thought(""), thought("")], blocks: [] },
  {
    name: "does not carry an empty piece into the next block",
    events: [thought(""), thought("", { redacted: "enc" })],
    blocks: [{ text: "", redacted: "enc" }],
  },
];

for (const { name, events, blocks } of CASES) {
  Deno.test(`assemble() ${name}`, async () => {
    assertEquals((await assemble([...events, finish()])).reasoning, blocks);
  });
}
