import { stringOf } from "../../../../wire/json.ts";
import type { JsonObject } from "../../../../wire/json.ts";
import type { Ask } from "../../../request/ask.ts";
import { checkGenerate } from "./check_requests.ts";
import { contentWithImages, ollamaAsk } from "./neutral_request.ts";

/**
 * Reads a request of `/api/generate`, and refuses what Ollama refuses.
 *
 * @param body The request's body.
 * @throws {ProviderProblem} If Ollama would refuse it.
 */
export function readGenerate(body: JsonObject): Ask {
  checkGenerate(body);
  const system = stringOf(body.system);
  return ollamaAsk("ollama-generate", body, [
    ...(system === "" ? [] : [{ role: "system", content: system }]),
    { role: "user", content: contentWithImages(body.prompt, body.images) },
  ]);
}
