import { stringOf } from "../../../wire/json.ts";
import type { Answer } from "../../result/answer.ts";
import { hexChars } from "../hex_chars.ts";

/** The id of a response: the given one, or one made of the call's name. */
export function idOf(answer: Answer, prefix: string): string {
  return answer.id ?? prefix + answer.name;
}

/** When a response was begun, in seconds since 1970. */
export function createdOf(answer: Answer): number {
  return Math.floor(answer.createdMs / 1000);
}

/** What OpenAI calls the state of the machines that serve a model: the same for each call of the model. */
export function fingerprintOf({ model }: Answer): string {
  if (latest?.model !== model) latest = { model, fingerprint: `fp_${hexChars(model, 10)}` };
  return latest.fingerprint;
}

/** The fingerprint that was told last: most clients ask one model all the time. */
let latest: { readonly model: string; readonly fingerprint: string } | undefined;

/** The tier that served a request: the one it asked for, or the default where it left the choice. */
export function serviceTierOf({ ask: { request } }: Answer): string {
  const asked = stringOf(request.service_tier);
  return asked === "" || asked === "auto" ? "default" : asked;
}
