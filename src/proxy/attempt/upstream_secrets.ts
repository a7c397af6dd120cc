import { isObject } from "../../wire/json.ts";
import { isSecretName } from "../config/is_secret_name.ts";
import type { UpstreamPlan } from "../config/plan.ts";

/** Headers that are no secrets, whatever they are set to. */
const PUBLIC: ReadonlySet<string> = new Set([
  "accept",
  "accept-language",
  "anthropic-beta",
  "anthropic-version",
  "http-referer",
  "openai-beta",
  "user-agent",
  "x-title",
]);

const known = new WeakMap<UpstreamPlan, readonly string[]>();

/**
 * Gives what an upstream is sent that nobody else may see: the keys of its provider, the headers that are set, and what
 * patches put in under names such as `token`. Some send it back in their errors.
 *
 * @param upstream The upstream.
 */
export function upstreamSecrets(upstream: UpstreamPlan): readonly string[] {
  let secrets = known.get(upstream);
  if (secrets === undefined) known.set(upstream, secrets = secretsOf(upstream));
  return secrets;
}

function secretsOf({ provider, request }: UpstreamPlan): readonly string[] {
  const headers = [...request.headers.set].filter(([name]) => !PUBLIC.has(name));
  const values = headers.map(([, value]) => value.replace(/^(?:Bearer|Basic|Token) +/i, ""));
  const patched = request.patches.flatMap((patch) => [...textsIn(patch)]);
  return [...new Set([...provider.keys, ...values, ...patched])].filter((text) => text !== "");
}

function* textsIn(value: unknown, name = ""): Generator<string> {
  if (typeof value === "string" && isSecretName(name)) yield value;
  else if (Array.isArray(value)) { for (const item of value) yield* textsIn(item, name); }
  else if (isObject(value)) {
    for (const [member, inner] of Object.entries(value)) yield* textsIn(inner, member);
  }
}
