import { parseArgs } from "node:util";
import { nearestWord } from "../../known_options.ts";
import { requireFlagsOnce } from "../../require_flags_once.ts";

/** Where the configuration comes from. */
export type ConfigSource =
  | { readonly type: "file"; readonly file: string }
  | { readonly type: "upstream"; readonly url: string; readonly keyEnv: string | undefined }
  | { readonly type: "demo" };

/** What the command line says. */
export interface Flags {
  /** What to do. */
  readonly action: "help" | "schema" | "check" | "print" | "serve";
  /** Where the configuration comes from; `undefined` where none is needed. */
  readonly source: ConfigSource | undefined;
  /** The address to listen at, in place of the configuration's. */
  readonly host: string | undefined;
  /** The port, in place of the configuration's. */
  readonly port: number | undefined;
  /** Whether the file is read again when it changes. */
  readonly watch: boolean;
  /** How what happens is logged. */
  readonly log: LogFormat;
}

/** How what happens is logged: one JSON object a line, one line for people, or not at all. */
export type LogFormat = "json" | "text" | "none";

/** A command line that cannot be followed; the program then ends with 2. */
export class UsageError extends Error {
  /** The class, by name. */
  override readonly name = "UsageError";
}

/** What `--help` prints. */
export const HELP =
  `A proxy in front of providers of models that fails over, rests what failed, and never
passes a cut answer on as a whole one.

Usage: deno run --allow-net --allow-read --allow-env proxy.ts --config proxy.jsonc

  --config <file>        the configuration, in JSON with comments, or in YAML (*.yaml, *.yml)
  --upstream <url>       in place of a file: one API that serves any model, for instance
                         https://api.deepseek.com/v1
  --key-env <name>       the variable of the environment that holds the key of --upstream
  --demo                 in place of a file: two made-up upstreams that fail now and then
  --host <address>       the address to listen at (as configured, or 127.0.0.1)
  --port <number>        where to listen; 0 takes a free port (as configured, or 4000)
  --check                only check the configuration, and tell all that is wrong with it
  --print-config         only print the configuration with its defaults, secrets masked
  --print-schema         only print the JSON Schema of configurations, for an editor
  --watch                read the file again when it changes; a file with mistakes is not applied.
                         The signal SIGHUP has it read again at once, also without --watch.
  --log <format>         how requests are logged on standard error: text, json or none (text)
  --help                 this text

The first line of JSON on standard error tells the address. Point an SDK's base URL at it, with
/v1 at the end for OpenAI.

Exit codes: 0 stopped by a signal, or nothing wrong; 1 failed, or something wrong; 2 wrong usage.
`;

const OPTIONS = {
  help: { type: "boolean" },
  config: { type: "string" },
  upstream: { type: "string" },
  "key-env": { type: "string" },
  demo: { type: "boolean" },
  host: { type: "string" },
  port: { type: "string" },
  check: { type: "boolean" },
  "print-config": { type: "boolean" },
  "print-schema": { type: "boolean" },
  watch: { type: "boolean" },
  log: { type: "string" },
} as const;

/**
 * Reads a command line.
 *
 * @param args The arguments.
 * @throws {UsageError} If one is unknown or of the wrong kind, or some contradict one another.
 */
export function parseFlags(args: readonly string[]): Flags {
  const values = parsed(args);
  const { watch = false } = values;
  const action = actionOf(values);
  const source = sourceOf(values);
  if (watch && source?.type !== "file") {
    throw new UsageError("Option '--watch' needs '--config': there is no other file to watch");
  }
  if (action !== "help" && action !== "schema" && source === undefined) {
    throw new UsageError("Give --config with a file, --upstream with a URL, or --demo");
  }
  return {
    action,
    source,
    host: values.host === undefined ? undefined : notEmpty("host", values.host),
    port: values.port === undefined ? undefined : portOf(values.port),
    watch,
    log: formatOf(values.log ?? "text"),
  };
}

type Values = { -readonly [Name in keyof typeof OPTIONS]?: Value<Name> | undefined };
type Value<Name extends keyof typeof OPTIONS> = (typeof OPTIONS)[Name]["type"] extends "string"
  ? string
  : boolean;

function parsed(args: readonly string[]): Values {
  try {
    requireFlagsOnce(args, OPTIONS);
    return parseArgs({ args: [...args], options: OPTIONS, strict: true }).values;
  } catch (cause) {
    const { code, message } = cause as { readonly code?: string; readonly message: string };
    if (code !== "ERR_PARSE_ARGS_UNKNOWN_OPTION") throw new UsageError(message, { cause });
    throw new UsageError(unknownFlag(args), { cause });
  }
}

/** The first flag that there is not, and the one that may have been meant. */
function unknownFlag(args: readonly string[]): string {
  const names = Object.keys(OPTIONS);
  const given = args.filter((arg) => arg.startsWith("-")).map((arg) => arg.split("=")[0]!);
  const unknown = given.find((flag) => !names.includes(flag.replace(/^--/, "")))!;
  const near = nearestWord(unknown.replace(/^-+/, ""), names);
  return `Unknown option '${unknown}'${near === undefined ? "" : `, did you mean '--${near}'?`}`;
}

function actionOf(values: Values): Flags["action"] {
  if (values.help) return "help";
  const given = (["check", "print-config", "print-schema"] as const).filter((name) => values[name]);
  if (given.length > 1) throw new UsageError(`Give one of --${given.join(" and --")}`);
  const [name] = given;
  if (name === "print-config") return "print";
  return name === "print-schema" ? "schema" : name ?? "serve";
}

function sourceOf(values: Values): ConfigSource | undefined {
  const { config: file, upstream: url, demo, "key-env": keyEnv } = values;
  if ([file, url, demo || undefined].filter((given) => given !== undefined).length > 1) {
    throw new UsageError("Give one of --config, --upstream and --demo");
  }
  if (keyEnv !== undefined && url === undefined) {
    throw new UsageError("Option '--key-env' needs '--upstream': in a file, write ${NAME}");
  }
  if (keyEnv !== undefined && !/^[A-Za-z_]\w*$/.test(keyEnv)) {
    // Not what it is: it may be the key itself.
    throw new UsageError("Option '--key-env' must be the name of a variable, not the key");
  }
  if (file !== undefined) return { type: "file", file: notEmpty("config", file) };
  if (url !== undefined) return { type: "upstream", url: notEmpty("upstream", url), keyEnv };
  return demo ? { type: "demo" } : undefined;
}

function notEmpty(name: string, text: string): string {
  if (text !== "") return text;
  throw new UsageError(`Option '--${name}' must not be empty`);
}

function portOf(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new UsageError(`Option '--port' must be a whole number from 0 to 65535: it is '${text}'`);
}

function formatOf(text: string): LogFormat {
  if (text === "json" || text === "text" || text === "none") return text;
  throw new UsageError(`Option '--log' must be text, json or none: it is '${text}'`);
}
