import { ProviderProblem } from "../problem.ts";

const CHAT_ONLY = /^(?:gpt-4|gpt-5|o\d|chatgpt-|gpt-3\.5-turbo(?!-instruct))/;
const TEXT_ONLY = /^(?:gpt-3\.5-turbo-instruct|(?:davinci|babbage)-002|text-(?:davinci|curie|ada))/;

/**
 * Refuses a model that chat completions do not serve.
 *
 * @param model The model.
 */
export function requireChatModel(model: string): void {
  if (!TEXT_ONLY.test(model)) return;
  throw wrongModel(
    "This is not a chat model and thus not supported in the v1/chat/completions endpoint. Did you mean to use v1/completions?",
  );
}

/**
 * Refuses a model that the completions of old do not serve.
 *
 * @param model The model.
 */
export function requireTextModel(model: string): void {
  if (!CHAT_ONLY.test(model)) return;
  throw wrongModel(
    "This is a chat model and not supported in the v1/completions endpoint. Did you mean to use v1/chat/completions?",
  );
}

function wrongModel(message: string): ProviderProblem {
  return new ProviderProblem({ kind: "invalid_request", status: 404, message, param: "model" });
}
