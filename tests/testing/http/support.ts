import { MockGPT } from "../../../mock.ts";
import { HTTP_PROMPTS } from "../../../testing.ts";
import type { HttpConformanceOptions } from "../../../testing.ts";
import type { WireId } from "../../../src/wire/wire.ts";

/** All wires that a server may speak. */
export const WIRE_IDS: readonly WireId[] = [
  "openai-chat",
  "openai-responses",
  "anthropic-messages",
  "gemini",
  "ollama",
  "cohere",
];

const call = (city: string) => ({ name: "weather", arguments: { city } });

/** A mock that answers what the cases ask. */
export function conformingMock(): MockGPT {
  return new MockGPT({
    rules: [
      { prompt: HTTP_PROMPTS.text, result: "All is well in here today." },
      {
        prompt: HTTP_PROMPTS.long,
        result: "All is well in here, and out there. ".repeat(100),
        // Slow enough that clients leave before its end.
        delivery: { timing: { frameMs: 1 }, chunking: { by: "word", size: 20 } },
      },
      { prompt: HTTP_PROMPTS.unicode, result: "Grüße, 世界 🌍! Schöne Grüße." },
      { prompt: HTTP_PROMPTS.tool, result: { toolCalls: [call("Paris")] } },
      { prompt: HTTP_PROMPTS.tools, result: { toolCalls: [call("Paris"), call("Rome")] } },
    ],
  });
}

/** The options for a server at an address, as the wire's own SDK would have them. */
export function optionsFor(wire: WireId, url: string): HttpConformanceOptions {
  const baseUrl = wire.startsWith("openai") ? `${url}/v1` : url;
  return { baseUrl, wire };
}
