/**
 * A backoff proxy in front of several model providers: what fails rests and is passed over, and a stream reaches the
 * client whole or breaks off, never as half of an answer that looks like all of it.
 *
 * {@linkcode startProxy} listens, {@linkcode createProxy} is a handler for whatever serves. As a program,
 * `deno run --allow-net --allow-read --allow-env proxy.ts --help`. The reference is `docs/proxy.md`.
 *
 * @example One upstream fails, and the other answers
 * ```ts
 * import { createProxy } from "@wholeturn/wholeturn/proxy";
 * import { assertEquals } from "@std/assert";
 *
 * const proxy = createProxy({
 *   providers: {
 *     first: { url: "https://api.first.example/v1", backoff: "PT15M" },
 *     second: { url: "https://api.second.example/v1", backoff: "PT15M" },
 *   },
 *   models: { chat: ["first/big", "second/large"] },
 * }, {
 *   // In place of the network; leave `fetch` out to use the real one.
 *   fetch: ({ host }) =>
 *     Promise.resolve(
 *       host === "api.first.example"
 *         ? new Response("", { status: 503 })
 *         : Response.json({ choices: [{ message: { content: "Hi" }, finish_reason: "stop" }] }),
 *     ),
 * });
 * const response = await proxy.fetch(
 *   new Request("http://localhost/v1/chat/completions", {
 *     method: "POST",
 *     body: JSON.stringify({ model: "chat", messages: [{ role: "user", content: "Hello" }] }),
 *   }),
 * );
 * assertEquals(response.headers.get("x-proxy-upstream"), "second/large");
 * await response.body?.cancel();
 * await proxy.close();
 * ```
 *
 * @module
 */
export { guardTurn } from "./src/proxy/guard_turn.ts";
export { createProxy, type ProxyDeps } from "./src/proxy/create_proxy.ts";
export type { BackoffProxy } from "./src/proxy/backoff_proxy.ts";
export { type StartedProxy, startProxy } from "./src/proxy/start_proxy.ts";
export type {
  BackoffConfig,
  ByteSizeConfig,
  DrainConfig,
  DurationConfig,
  LimitsConfig,
  ProxyConfig,
  RedisConfig,
  RetryBudgetConfig,
  SessionsConfig,
} from "./src/proxy/config/proxy_config.ts";
export type {
  HeadersConfig,
  ProviderConfig,
  QueueConfig,
  ThinkTagsConfig,
  TimeoutsConfig,
  UpstreamSettingsConfig,
} from "./src/proxy/config/provider_config.ts";
export type { ModelConfig, UpstreamConfig } from "./src/proxy/config/model_config.ts";
export type { EndOutcome, ProxyEvent } from "./src/proxy/ops/proxy_event.ts";
export type { FailureKind } from "./src/proxy/failure/failure.ts";
export type {
  LocalState,
  Patience,
  SharedRest,
  SharedSession,
  SharedSlot,
  SharedSlots,
  SharedState,
  StateLink,
} from "./src/proxy/state/shared_state.ts";
export type { Fetch } from "./src/proxy/transport/fetch_transport.ts";
export type { Clock } from "./src/clock.ts";
export { type Bytes } from "./src/bytes.ts";
export type { JsonObject } from "./src/wire/json.ts";
export type { DecodeOptions, WireId } from "./src/wire/wire.ts";

// deno-coverage-ignore-start -- runs only as a program, which tests start as a process
// Not awaited here: require() cannot load a module that awaits.
if ((import.meta as { readonly main?: boolean }).main) void runProgram();

async function runProgram(): Promise<void> {
  const { main } = await import("./src/proxy/cli/main.ts");
  const { processIo } = await import("./src/proxy/cli/process_io.ts");
  const { startServing } = await import("./src/proxy/cli/start_serving.ts");
  const { default: process } = await import("node:process");
  const io = processIo({
    startProxy: startServing,
    async demo() {
      const { startDemo } = await import("./src/proxy/cli/start_demo.ts");
      const { MockGPT } = await import("./src/mock/mock_gpt.ts");
      const { systemClock } = await import("./src/clock.ts");
      return await startDemo((rules) => new MockGPT({ rules }).serve(), systemClock);
    },
  });
  process.exitCode = await main(process.argv.slice(2), io);
  // A client that takes nothing of its answer would keep the process from its end.
  setTimeout(() => process.exit(), 500).unref();
}
// deno-coverage-ignore-stop
