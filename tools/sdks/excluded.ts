/** Checks that cannot apply to an interface, each by its rule or its name, and why. */
export type Excluded = Readonly<Record<string, string>>;

function all(why: string, ...checks: readonly string[]): Excluded {
  return Object.fromEntries(checks.map((check) => [check, why]));
}

/** What only other servers send: an SDK for one provider alone never meets it. */
const OTHER_SERVERS = [
  "chunk-shapes: a choice without a delta after the finish_reason (Azure)",
  "chunk-shapes: choices: [] first (Azure)",
  "chunk-shapes: no delta with the finish_reason (Azure)",
  "tool-call-shapes: an empty id and name on the later pieces (Qwen)",
  "tool-call-shapes: no index (Gemini)",
  "tool-call-shapes: two ids at one index, in pieces (Ollama)",
];

const REFUSAL = 'finish-reason: a refusal, finish_reason "stop"';

/** What does not apply to an SDK for OpenRouter alone. */
export const NOT_OPEN_ROUTER: Excluded = all("another server's shape", ...OTHER_SERVERS);

/** What does not apply to an SDK for DeepSeek alone. */
export const NOT_DEEP_SEEK: Excluded = {
  ...all("another server's shape", ...OTHER_SERVERS),
  ...all("DeepSeek's API has no refusals", REFUSAL),
  ...all(
    "DeepSeek counts its cache by members of its own, which these samples lack",
    "usage: a chunk of usage alone",
    "usage: a chunk without usage after the usage",
    "usage: beside the finish_reason (DeepSeek, Mistral)",
    "usage: on every chunk (vLLM)",
    "usage: tokens of reasoning, which are part of the output",
  ),
};

/** What does not apply to an SDK for Mistral alone. */
export const NOT_MISTRAL: Excluded = {
  ...all("another server's shape", ...OTHER_SERVERS),
  ...all("Mistral's API has no refusals", REFUSAL),
  ...all(
    "Mistral's API has no such finish_reason",
    'finish-reason: finish_reason "content_filter"',
    'finish-reason: finish_reason "content_filter" and no text',
  ),
  ...all(
    "Mistral's schema has no such chunk",
    "chunk-shapes: a chunk of usage alone",
    "chunk-shapes: choices: null",
    "chunk-shapes: delta: null with the finish_reason",
    "chunk-shapes: no choices at all",
    "chunk-shapes: no finish_reason until the end",
    "tool-call-shapes: a null id and name on the later pieces",
    "tool-call-shapes: arguments: null first",
    "tool-call-shapes: two entries for one call in one chunk",
    "usage: a chunk of usage alone",
    "usage: a chunk without usage after the usage",
    "usage: no details",
    "usage: tokens of reasoning, which are part of the output",
  ),
};
