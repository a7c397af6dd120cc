import type { ConfigProblem } from "../config/config_problem.ts";
import { configSchemaText } from "../config/config_schema_text.ts";
import { effectiveConfig } from "../config/effective_config.ts";
import type { ProxyPlan } from "../config/plan.ts";
import type { ProxyConfig } from "../config/proxy_config.ts";
import type { CliIo, ServingProxy } from "./cli_io.ts";
import { ConfigWatcher } from "./config_watcher.ts";
import { type ConfigSource, type Flags, HELP, parseFlags, UsageError } from "./flags.ts";
import { HeldTexts } from "./held_texts.ts";
import { type LoadedConfig, loadText, loadValue } from "./load_config.ts";
import { type ProgramEvent, programText } from "./program_event.ts";
import { ConfigError } from "../../errors.ts";

/**
 * Serves a proxy until it is told to stop, or checks or prints its configuration.
 *
 * @param args The command line.
 * @param io What it works with.
 * @returns The exit code: 0 stopped, or nothing wrong; 1 failed, or something wrong; 2 wrong usage.
 */
export async function main(args: readonly string[], io: CliIo): Promise<number> {
  try {
    const flags = parseFlags(args);
    const { action, source } = flags;
    if (action === "schema") io.out(configSchemaText());
    else if (action === "help" || source === undefined) io.out(HELP);
    else return await follow(flags, source, io);
    return 0;
  } catch (error) {
    io.err(`${messageOf(error)}\n`);
    if (!(error instanceof UsageError)) return 1;
    io.err("Run it with --help to see what there is\n");
    return 2;
  }
}

async function follow(flags: Flags, source: ConfigSource, io: CliIo): Promise<number> {
  if (source.type !== "demo") return await act(flags, await load(source, flags, io), io);
  const demo = await io.demo();
  const over = new AbortController();
  let played: Promise<void> | undefined;
  function onListening(url: string): void {
    played = demo.play?.(url, (text) => io.out(text), over.signal);
  }
  try {
    return await act(flags, {
      ...await loadValue(demo.config, { env: (name: string) => io.env(name), flags }),
      onListening,
    }, io);
  } finally {
    over.abort();
    await played;
    await demo.close();
  }
}

/** A configuration, and how it is read again if it comes from a file. */
interface Opened extends LoadedConfig {
  readonly file?: { readonly name: string; readonly text: string } | undefined;
  /** Told the address of the proxy. */
  readonly onListening?: ((url: string) => void) | undefined;
}

type Given = Exclude<ConfigSource, { readonly type: "demo" }>;

async function load(source: Given, flags: Flags, io: CliIo): Promise<Opened> {
  const context = { env: (name: string) => io.env(name), flags };
  if (source.type === "upstream") return await loadValue(configOf(source), context);
  const { file: name } = source;
  const text = await read(name, io);
  return { ...await loadText(text, name, context), file: { name, text } };
}

/** What a system says of a file does not always name it. */
async function read(file: string, io: CliIo): Promise<string> {
  try {
    return await io.readFile(file);
  } catch (error) {
    throw new Error(`Cannot read '${file}': ${messageOf(error)}`, { cause: error });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** One API that serves every model by its own name. Without a backoff: it never rests, as there is no other. */
function configOf({ url, keyEnv }: Extract<ConfigSource, { type: "upstream" }>): ProxyConfig {
  return {
    providers: { upstream: { url, ...(keyEnv !== undefined && { key: `\${${keyEnv}}` }) } },
    models: { "*": "upstream/*" },
  };
}

async function act(flags: Flags, opened: Opened, io: CliIo): Promise<number> {
  const { plan, problems, config } = opened;
  if (flags.action === "check") {
    return check([...problems, ...await stateFileProblems(plan, io)], io);
  }
  if (plan === undefined) {
    const errors = problems.filter(({ severity }) => severity === "error");
    throw new ConfigError(errors.map(({ message }) => message).join("\n"));
  }
  if (flags.action === "print") {
    io.out(JSON.stringify(effectiveConfig(config, "masked"), null, 2) + "\n");
    return 0;
  }
  await serve(plan, flags, opened, io);
  return 0;
}

/** What is passed over when the proxy runs is an error here: whoever checks wants to know. */
function check(problems: readonly ConfigProblem[], io: CliIo): number {
  for (const { severity, message } of problems) {
    io.out(`${severity === "advice" ? "warning" : "error"}: ${message}\n`);
  }
  const errors = problems.filter(({ severity }) => severity !== "advice").length;
  if (errors === 0) io.out("The configuration is right\n");
  return errors === 0 ? 0 : 1;
}

/** Another machine than the one that checks may be able to write it: so that is no error. */
async function stateFileProblems(
  plan: ProxyPlan | undefined,
  io: CliIo,
): Promise<readonly ConfigProblem[]> {
  const file = plan?.stateFile;
  const warnings = file === undefined ? [] : await io.stateFileWarnings(file);
  return warnings.map((message) => ({ severity: "advice", path: ["state_file"], message }));
}

async function serve(plan: ProxyPlan, flags: Flags, opened: Opened, io: CliIo): Promise<void> {
  const stopped = io.stopped();
  // The address comes first.
  const log = new HeldTexts((text) => io.err(text));
  const proxy = await start(plan, flags, log, io);
  const report = reporter(flags, io);
  const unlisted = plan.unlisted === undefined ? undefined : true;
  report({ event: "listening", url: proxy.url, models: plan.models.size, unlisted });
  log.release();
  for (const message of plan.warnings) report({ event: "warning", message });
  const watcher = watcherOf(plan, flags, opened, proxy, io);
  const unhear = io.onReload(() => void watcher?.reload());
  opened.onListening?.(proxy.url);
  try {
    await stopped;
  } finally {
    unhear();
    await watcher?.close();
    const now = new AbortController();
    // A second signal is from somebody who does not want to wait.
    io.stopped().then(() => now.abort(), () => {});
    await proxy.stop(now.signal);
  }
}

/** What a system says of a port does not name it. */
async function start(
  plan: ProxyPlan,
  { log: format }: Flags,
  log: HeldTexts,
  io: CliIo,
): Promise<ServingProxy> {
  try {
    return await io.startProxy(plan, { log: format, write: log.write });
  } catch (error) {
    log.release();
    const { hostname, port } = plan.listen;
    const host = hostname.includes(":") ? `[${hostname}]` : hostname;
    throw new Error(`Cannot listen at ${host}:${port}: ${messageOf(error)}`, { cause: error });
  }
}

function reporter({ log }: Flags, io: CliIo): (event: ProgramEvent) => void {
  return (event) => io.err(programText(event, log, io.clock.now()));
}

function watcherOf(
  plan: ProxyPlan,
  flags: Flags,
  { file }: Opened,
  proxy: ServingProxy,
  io: CliIo,
): ConfigWatcher | undefined {
  if (file === undefined) return undefined;
  const { hostname, port } = plan.listen;
  const report = reporter(flags, io);
  const watcher = new ConfigWatcher(file.text, {
    read: () => read(file.name, io),
    load: (text) => loadText(text, file.name, { env: (name: string) => io.env(name), flags }),
    apply(next) {
      proxy.reload(next);
      if (next.listen.hostname === hostname && next.listen.port === port) return;
      const message = "The address to listen at changes only when the program is started again";
      report({ event: "warning", message });
    },
    report,
    clock: io.clock,
  });
  if (flags.watch) watcher.watch();
  return watcher;
}
