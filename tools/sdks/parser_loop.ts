import type { AdapterEnv, Model, StreamOptions, TurnEvent } from "../../mod.ts";
import { OpenAiChunks } from "../../src/checks/bridges/openai_chunks.ts";
import { exported } from "./sdk_subject.ts";
import type { SdkSubject } from "./sdk_subject.ts";

type NewStage = new () => TransformStream<string, { readonly data: string }>;

/**
 * The loop that many adapters have: the parser as a stage, `[DONE]` by equality, and the end of the
 * body for the end of the turn.
 */
async function* readLoop(
  NewStage: NewStage,
  { baseUrl, fetch }: AdapterEnv,
  { signal }: StreamOptions,
): AsyncGenerator<TurnEvent> {
  const url = `${baseUrl}/chat/completions`;
  const response = await fetch(url, { method: "POST", body: "{}", signal: signal ?? null });
  if (!response.ok || !response.body) throw new Error(`HTTP ${response.status}`);
  const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new NewStage());
  const chunks = new OpenAiChunks();
  for await (const { data } of events) {
    if (data === "[DONE]") break;
    const chunk = JSON.parse(data);
    if (chunk.error) throw new Error(chunk.error.message ?? String(chunk.error));
    yield* chunks.push(chunk);
  }
  yield* chunks.end();
}

/** `eventsource-parser` as it is usually used. */
export const PARSER_LOOP_SUBJECT: SdkSubject = {
  packages: ["eventsource-parser/stream"],
  api: "EventSourceParserStream, with the usual loop",
  wire: "openai-chat",
  note:
    "The package parses events and no more. The loop around it is ours, as short as they are: " +
    "`[DONE]` by equality ends it, an `error` in a chunk is thrown, and so is data that is no JSON.",
  newModel: (modules) => {
    const NewStage = exported<NewStage>(
      modules,
      "eventsource-parser/stream",
      "EventSourceParserStream",
    );
    return (env): Model => ({ stream: (_, options = {}) => readLoop(NewStage, env, options) });
  },
};
