import type { Rule } from "../../mock.ts";

/** The prompt that is asked; the last of many rules is the one for it. */
export const PROMPT = "What is the weather in Paris?";

/** How many words a streamed answer has, each in a frame of its own. */
export const FRAMES = 1000;

/** A text of so many words, each a token. */
function words(count: number): string {
  return Array.from({ length: count }, (_, at) => at === 0 ? "word" : " word").join("");
}

/** So many rules, as the fixtures of aimock below: the last fits, and the one before it where a stream is asked for. */
export function rulesFor(count: number): readonly Rule[] {
  const others = Array.from({ length: count - 1 }, (_, at) => ({
    prompt: `question number ${at}`,
    result: "another answer",
  }));
  return [
    ...others,
    { prompt: PROMPT, instructions: "stream", result: words(FRAMES) },
    { prompt: PROMPT, result: "It is sunny." },
  ];
}

/** The same for aimock: its fixtures are cut by characters, so that a frame is one word. */
export function fixturesFor(count: number): object {
  const others = Array.from({ length: count - 1 }, (_, at) => ({
    match: { userMessage: `question number ${at}` },
    response: { content: "another answer" },
  }));
  const match = { userMessage: PROMPT };
  return {
    fixtures: [
      ...others,
      {
        match: { ...match, systemMessage: "stream" },
        response: { content: words(FRAMES) },
        chunkSize: 5,
      },
      { match, response: { content: "It is sunny." } },
    ],
  };
}

/** What is asked. */
export function ask(stream: boolean): string {
  const system = stream ? [{ role: "system", content: "stream" }] : [];
  return JSON.stringify({
    model: "gpt-4o",
    stream,
    messages: [...system, { role: "user", content: PROMPT }],
  });
}

/** A whole answer, about as long as a mock's. */
export function bareBody(): string {
  const message = { role: "assistant", content: "It is sunny.", refusal: null, annotations: [] };
  return JSON.stringify({
    id: "chatcmpl-mock-1",
    object: "chat.completion",
    created: 1_700_000_000,
    model: "gpt-4o",
    choices: [{ index: 0, message, logprobs: null, finish_reason: "stop" }],
    usage: { prompt_tokens: 11, completion_tokens: 4, total_tokens: 15 },
  });
}

/** A streamed answer. */
export function bareStream(): string {
  const chunk = {
    id: "chatcmpl-mock-1",
    object: "chat.completion.chunk",
    created: 1_700_000_000,
    model: "gpt-4o",
  };
  const delta = JSON.stringify({
    ...chunk,
    choices: [{ index: 0, delta: { content: " word" }, finish_reason: null }],
  });
  return `data: ${delta}\n\n`.repeat(FRAMES) + "data: [DONE]\n\n";
}
