import type { BodyFault } from "../body_fault.ts";
import { goJsonWords } from "../go_json_words.ts";
import { invalid } from "../problem.ts";
import type { ProviderProblem } from "../problem.ts";
import { kindOf } from "./request/go_field.ts";

/** What Ollama calls the requests of its endpoints, by the ends of their paths. */
const TYPES: Readonly<Record<string, string>> = {
  chat: "ChatRequest",
  generate: "GenerateRequest",
  embed: "EmbedRequest",
  embeddings: "EmbeddingRequest",
  show: "ShowRequest",
};

/** Refuses a body that is no JSON object, as Ollama does; to Go, `null` is an empty one. */
export function badBody({ text, fault, value, path }: BodyFault): ProviderProblem | undefined {
  if (text.trim() === "") return invalid("missing request body");
  if (fault !== undefined) return invalid(goJsonWords(text, fault));
  if (value === null) return undefined;
  const type = TYPES[path.slice(path.lastIndexOf("/") + 1)] ?? "Request";
  return invalid(`json: cannot unmarshal ${kindOf(value)} into Go value of type api.${type}`);
}
