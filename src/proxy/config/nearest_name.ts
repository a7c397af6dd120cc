import { nearestWord } from "../../known_options.ts";

/** What other proxies call what has another name here. */
const FOREIGN: ReadonlyMap<string, readonly string[]> = new Map(Object.entries({
  admin_token: ["admin_key"],
  api_base: ["url"],
  api_key: ["key", "client_keys"],
  api_keys: ["keys", "client_keys"],
  api_url: ["url"],
  base_url: ["url"],
  concurrency: ["max_concurrent"],
  cooldown: ["backoff"],
  cooldown_time: ["backoff"],
  custom_host: ["url"],
  deployments: ["upstreams"],
  drop_params: ["drop_fields"],
  endpoint: ["url"],
  extra_body: ["patch"],
  extra_headers: ["headers"],
  fallback_models: ["fallback"],
  host: ["listen", "url"],
  hostname: ["listen", "url"],
  master_key: ["client_keys"],
  max_parallel_requests: ["max_concurrent"],
  model_list: ["models"],
  model_name: ["model"],
  num_retries: ["max_attempts"],
  order: ["strategy"],
  override_params: ["patch"],
  port: ["listen"],
  providers: ["upstreams"],
  reasoning_drop: ["drop_fields"],
  request_timeout: ["timeouts"],
  retries: ["max_attempts"],
  router_settings: ["models"],
  routing: ["upstreams"],
  routing_strategy: ["strategy"],
  starts_in_think: ["think_tags"],
  targets: ["upstreams"],
  think: ["think_tags"],
  timeout: ["timeouts"],
  token: ["key"],
  tokens: ["keys"],
}));

/**
 * Gives the name that was meant by one that is not known: what others call the same, or the one spelled most alike.
 *
 * @param name The name.
 * @param known The ones that are known where it stands.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const plain = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll("-", "_");
  if (known.includes(plain)) return plain;
  const foreign = FOREIGN.get(plain)?.find((other) => known.includes(other));
  return foreign ?? nearestWord(name, known);
}

/**
 * Asks whether a known name was meant, to stand after what is said of an unknown one.
 *
 * @param name The unknown name.
 * @param known The known ones.
 */
export function didYouMean(name: string, known: readonly string[]): string {
  const near = nearestName(name, known);
  return near === undefined ? "" : `, did you mean '${near}'?`;
}
