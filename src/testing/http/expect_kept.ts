import { toBytes } from "../../bytes.ts";
import { showValue } from "../../checks/show_value.ts";
import { expectThat } from "../contract/expectations.ts";
import type { HttpPrompts } from "./http_conformance_options.ts";
import type { Answer } from "./wires/server_wire.ts";

/** What a prompt is answered by. */
interface Due {
  /** In words. */
  readonly words: string;
  /** Tells whether an answer is so. */
  readonly isMet: (answer: Answer) => boolean;
}

const DUE: Readonly<Record<keyof HttpPrompts, Due>> = {
  text: {
    words: "a text of three words or more, and no tool calls",
    isMet: ({ text, calls }) => text.trim().split(/\s+/).length >= 3 && calls.length === 0,
  },
  long: {
    words: "a text of 2,000 characters or more",
    isMet: ({ text }) => text.length >= 2000,
  },
  unicode: {
    words: "a text with characters of two, three and four bytes",
    isMet: ({ text }) => {
      const sizes = new Set([...text].map((character) => toBytes(character).length));
      return [2, 3, 4].every((size) => sizes.has(size));
    },
  },
  tool: { words: "a call of the tool on offer", isMet: ({ calls }) => calls.length >= 1 },
  tools: {
    words: "two calls or more of the tool on offer",
    isMet: ({ calls }) => calls.length >= 2,
  },
};

/**
 * Makes sure that a prompt was answered by what it must be: else a server that says the same to all would pass cases
 * about what it never sent.
 *
 * @param prompt The prompt.
 * @param answer The answer to it.
 */
export function expectKept(prompt: keyof HttpPrompts, answer: Answer): void {
  const { words, isMet } = DUE[prompt];
  const { text, calls } = answer;
  expectThat(
    isMet(answer),
    `the prompt '${prompt}' to be answered by ${words}`,
    `it was ${showValue({ text, calls }, 160)}`,
  );
}
