import type { ProxyConfig } from "../../../../src/proxy/config/proxy_config.ts";
import type { UpstreamSettingsConfig } from "../../../../src/proxy/config/provider_config.ts";

/** Says everything that can be said of an upstream. */
export const SETTINGS: UpstreamSettingsConfig = {
  backoff: "PT15M",
  max_concurrent: 8,
  queue: { max: 5, timeout: "3s" },
  timeouts: { connect: 2, ttft: "60s", idle: "45s", total: "10m", grace: "2s" },
  reasoning_field: "reasoning_content",
  reasoning_empty_ok: true,
  drop_fields: ["reasoning"],
  think_tags: {
    mode: "strip",
    names: ["think", "mm:think"],
    starts_inside: true,
    only_at_start: true,
    loose: true,
    trim_after: true,
    field: "thoughts",
  },
  patch: { temperature: 0, extra: { a: [1, null] } },
  headers: { set: { "X-Title": "proxy" }, remove: ["user-agent"], forward: ["x-team"] },
  allow_empty: true,
  on_400: "failover",
  keepalive: "15s",
};

/** Says everything that can be said. */
export const FULL: ProxyConfig = {
  $schema: "https://example.com/proxy.schema.json",
  listen: "127.0.0.1:8080",
  client_keys: ["client-1", "client-2"],
  admin_key: "admin-1",
  providers: {
    a: {
      url: "https://a.example/v1/",
      keys: ["key-1", "key-2"],
      auth: "x-api-key",
      key_backoff: "1h",
      ...SETTINGS,
    },
    b: { url: "http://127.0.0.1:8000/v1", key: "key-3", think_tags: "split" },
  },
  models: {
    full: {
      upstreams: [
        { provider: "a", model: "big", weight: 2, ...SETTINGS, backoff: "P1D" },
        "b/small",
      ],
      strategy: "weighted",
      fallback: ["list"],
      max_attempts: 2,
      max_wait: "5s",
    },
    list: ["b/small", { provider: "a", model: "other" }],
    short: "b/tiny",
    "*": "a/*",
  },
  allow_unlisted: true,
  backoff_defaults: { base: "2s", factor: 3, jitter: 0, max_hint: "30m", probe_timeout: "1m" },
  retry_budget: { ratio: 0.5, per_second: 3 },
  sessions: { header: "X-Chat", from_user: false, ttl: "10m", max: 7 },
  limits: {
    max_body: "1MiB",
    max_headers: 1000,
    request_timeout: "5s",
    stall_timeout: "6s",
    max_answer: "2MiB",
    max_event: "3KiB",
  },
  drain: { delay: "1s", timeout: "2s" },
  max_retry_after: "20s",
  redis: { url: "redis://:secret@127.0.0.1:6379", prefix: "p:", timeout: "20ms" },
  state_file: "state.json",
};
