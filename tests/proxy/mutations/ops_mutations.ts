import type { Mutation } from "./mutation.ts";

const ACCESS = ["ops/admin_access_test.ts"];
const METRICS = ["ops/metrics_text_test.ts"];
const LISTEN = ["ops/listen_test.ts"];
const CLOSE = ["close_test.ts"];

/** Breakages of what those who run the proxy see of it, and can do. */
export const OPS_MUTATIONS: readonly Mutation[] = [
  {
    name: "a stranger's name that leads to this machine opens the administration",
    file: "ops/admin_access.ts",
    replace: " && isLoopbackName(hostOf(request))",
    by: "",
    tests: ACCESS,
  },
  {
    name: "any machine may administer the proxy",
    file: "ops/admin_access.ts",
    replace: 'isLoopbackAddress(request.remoteAddress ?? "") && ',
    by: "",
    tests: ACCESS,
  },
  {
    name: "pages of other sites may administer the proxy",
    file: "ops/admin_access.ts",
    replace: "return URL.canParse(origin) && new URL(origin).host === hostOf(request);",
    by: "return true;",
    tests: ACCESS,
  },
  {
    name: "what another proxy forwards is taken for this machine's",
    file: "ops/admin_access.ts",
    replace: "if (FORWARDED.some((name) => request.headers.has(name))) return false;",
    by: "",
    tests: ACCESS,
  },
  {
    name: "queries of requests are logged",
    file: "attempt/request_log.ts",
    replace: 'return this.#call.path.split("?")[0]!;',
    by: "return this.#call.path;",
    tests: ["ops/log_line_test.ts"],
  },
  {
    name: "clients make labels of metrics by the models they ask for",
    file: "ops/tally.ts",
    replace: 'end.model === "" || this.#plan.models.has(end.model) ? end.model : OTHER',
    by: "end.model",
    tests: METRICS,
  },
  {
    name: "streams that break after their first output are not counted as failures",
    file: "ops/tally.ts",
    replace: 'outcome === "failed" && status < 300',
    by: "false",
    tests: METRICS,
  },
  {
    name: "a proxy that drains still says that it is ready",
    file: "listen.ts",
    replace: "    this.#proxy.drain();\n",
    by: "",
    tests: LISTEN,
  },
  {
    name: "a proxy that drains waits for pages that follow it",
    file: "listen.ts",
    replace: "    this.#proxy.endFeeds();\n",
    by: "",
    tests: LISTEN,
  },
  {
    name: "a proxy that stops breaks streams off without a word",
    file: "listen.ts",
    replace: "    await this.#proxy.close();\n    await this.#until",
    by: "    await this.#until",
    tests: LISTEN,
  },
  {
    name: "a proxy that was closed sends what comes then",
    file: "attempt/forward.ts",
    replace: "        this.#core.running.throwIfStopped();\n",
    by: "",
    tests: CLOSE,
  },
  {
    name: "requests wait on when the proxy is closed",
    file: "attempt/forward.ts",
    replace: "    running.add(waiting);\n",
    by: "",
    tests: CLOSE,
  },
  {
    name: "each client that wants the list of models has upstreams asked for theirs",
    file: "request/upstream_models.ts",
    replace: "(this.#coming ??= this.#refresh(upstream, core))",
    by: "this.#refresh(upstream, core)",
    tests: ["models_list_test.ts"],
  },
  {
    name: "a proxy that stops waits for lists of models",
    file: "request/upstream_models.ts",
    replace: "  core.running.add(asking);\n",
    by: "",
    tests: ["models_list_test.ts"],
  },
  {
    name: "what is logged on the way stands before the address",
    file: "cli/held_texts.ts",
    replace: "if (this.#held === undefined) this.#write(text);",
    by: "if (true) this.#write(text);",
    tests: ["cli/main_test.ts"],
  },
  {
    name: "why no upstream was asked is not told",
    file: "attempt/request_log.ts",
    replace: "told?.code ?? failure?.kind",
    by: "failure?.kind",
    tests: METRICS,
  },
  {
    name: "a Redis that is late is never told of",
    file: "state/redis/redis_connection.ts",
    replace: "    if (!this.#isTold) this.#late.add();\n",
    by: "",
    tests: ["state/redis_connection_test.ts"],
  },
  {
    name: "a proxy that begins does not wait for Redis",
    file: "state/redis/redis_link.ts",
    replace: "connection.tried.then(() => told)",
    by: "Promise.resolve()",
    tests: ["state/redis_link_test.ts"],
  },
];
