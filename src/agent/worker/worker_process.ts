import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { shown } from "../../shown.ts";
import type { Json } from "../../store/trace_event.ts";
import type { TraceStore } from "../../store/trace_store.ts";
import { misuse, noteMisuse } from "../misuse.ts";
import { untilAborted } from "../../until_aborted.ts";
import type { AgentRuntime, Process, ProcessOptions } from "../resume/agent_runtime.ts";
import { Peer, type PeerPort } from "./peer.ts";
import { remoteStore, StoreServer } from "./remote_store.ts";

/** The world outside by the names of its parts, each an object with methods: doubles, for instance. */
export type WorkerWorld = Readonly<Record<string, object>>;

/** What a module exports as `process` for {@linkcode workerProcess}. */
export type ProcessIn<W> = (
  store: TraceStore,
  world: W,
) => AgentRuntime | PromiseLike<AgentRuntime>;

/** Tells a worker of this file from others that import it. */
const MARK = "wholeturn-agent-process";

/**
 * Gives what builds each process in a worker of its own, so that not even variables of modules are shared: what an
 * agent keeps there, `checkResumeEquivalence()` then finds. The store and the world stay here.
 *
 * The module exports `process(store, world)`, which gives an `AgentCatalog` or any other runtime. Of the world it sees
 * the methods only, and all of them give promises; arguments and results are copied, and signals stay behind. On Node,
 * the module must be JavaScript.
 *
 * @example
 * ```ts ignore -- needs a module in a file of its own
 * const scenario = () => {
 *   const model = new ScriptedChatModel([{ content: "Twenty years." }]);
 *   return workerProcess(new URL("./my_agent.ts", import.meta.url), { model });
 * };
 * await checkResumeEquivalence(scenario, "chat", ["How long?"]);
 * ```
 *
 * @param module Where the module is: a whole URL.
 * @param world The world outside.
 * @throws {TypeError} If there is no such URL, or the world or a part of it is no object.
 */
export function workerProcess(module: URL | string, world: WorkerWorld): Process {
  if (!URL.canParse(String(module))) {
    throw new TypeError(
      `Cannot start a process as its module must be a whole URL: got ${shown(module)}; use ` +
        "new URL('./agent.ts', import.meta.url)",
    );
  }
  if (typeof world !== "object" || world === null) {
    throw new TypeError(
      `Cannot start a process as its world must be an object: got ${shown(world)}`,
    );
  }
  for (const [name, part] of Object.entries(world)) {
    if (Object(part) === part) continue;
    throw new TypeError(
      `Cannot start a process as '${name}' of its world must be an object with methods: got ${
        shown(part)
      }`,
    );
  }
  return (store, options) => startProcess(String(module), world, store, options);
}

async function startProcess(
  module: string,
  world: WorkerWorld,
  store: TraceStore,
  { signal }: ProcessOptions = {},
): Promise<AgentRuntime> {
  const worker = new Worker(workerUrl(import.meta.url), { workerData: { mark: MARK, module } });
  const server = new StoreServer(store);
  const peer = new Peer(worker as unknown as PeerPort, ([part, name], args) => {
    if (part === "store") return server.call(name!, args);
    if (part === "entries") return server.entries(name!, args);
    return worldMethod(world, store, part!, name!)(...args);
  });
  worker.on("error", (error: unknown) => peer.fail(error));
  worker.on("exit", () => peer.fail(new Error("The worker of the process has ended")));
  const close = async () => {
    await Promise.all([worker.terminate(), server.close()]);
  };
  try {
    await untilAborted(peer.call(["start"], [module]), signal);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    thread: (id, agent) => ({
      send: (input) => peer.call(["send"], [id, agent, input]),
      resume: () => peer.call(["resume"], [id, agent]),
    }),
    close,
  };
}

/**
 * Gives what a worker can be started with for a module that stands anywhere: workers begin with a file or with data.
 *
 * @param module The URL of the module.
 */
export function workerUrl(module: string): URL {
  if (module.startsWith("file:")) return new URL(module);
  return new URL(`data:text/javascript,${encodeURIComponent(`import ${JSON.stringify(module)};`)}`);
}

function worldMethod(
  world: WorkerWorld,
  store: TraceStore,
  part: string,
  name: string,
): (...args: readonly unknown[]) => unknown {
  const target = Object.hasOwn(world, part) ? world[part] : undefined;
  const method: unknown = target === undefined ? undefined : Reflect.get(target, name);
  if (typeof method === "function") return (...args) => Reflect.apply(method, target, args);
  const error = misuse(
    new TypeError(`Cannot call '${part}.${name}' as the world has no such method`),
  );
  noteMisuse(store, error);
  throw error;
}

/** The world as a process in a worker sees it. */
function remoteWorld(peer: Peer): object {
  const part = (name: string) =>
    new Proxy({}, {
      get: (_, method) =>
        typeof method !== "string" || method === "then"
          ? undefined
          : (...args: readonly unknown[]) => peer.call([name, method], args),
    });
  return new Proxy({}, {
    get: (_, name) => typeof name !== "string" || name === "then" ? undefined : part(name),
  });
}

// deno-coverage-ignore-start -- runs in workers only, which tests start
function serveProcess(port: PeerPort): void {
  let runtime: AgentRuntime | undefined;
  const peer = new Peer(port, async ([what], args) => {
    if (what === "start") {
      runtime = await runtimeOf(String(args[0]), peer);
      return;
    }
    const [id, agent, input] = args as [string, string, Json];
    const thread = runtime!.thread(id, agent);
    if (what === "send") await thread.send(input);
    else await thread.resume();
  });
}

async function runtimeOf(module: string, peer: Peer): Promise<AgentRuntime> {
  const { process } = await import(module) as { readonly process?: ProcessIn<object> };
  if (typeof process !== "function") {
    throw new TypeError(
      `Cannot start a process as ${module} must export a function 'process': got ${shown(process)}`,
    );
  }
  const runtime = await process(remoteStore(peer), remoteWorld(peer));
  if (typeof runtime?.thread === "function") return runtime;
  throw new TypeError(
    "Cannot check as a process must be an AgentCatalog, or an object with 'thread': got " +
      shown(runtime),
  );
}

if (!isMainThread && (workerData as { readonly mark?: unknown } | null)?.mark === MARK) {
  serveProcess(parentPort as unknown as PeerPort);
}
// deno-coverage-ignore-stop
