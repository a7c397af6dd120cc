/** What a finished command left behind. */
export interface Finished {
  /** Its exit code. */
  readonly code: number;
  /** Everything it wrote, without colours. */
  readonly output: string;
}

/** Options of {@linkcode run}. */
export interface RunOptions {
  /** The folder to run in. */
  readonly cwd?: string | undefined;
  /** Variables to add to the environment. */
  readonly env?: Record<string, string> | undefined;
  /** After how many milliseconds it is killed. */
  readonly timeoutMs?: number | undefined;
}

// deno-lint-ignore no-control-regex -- A colour is a control sequence
const COLOUR_REGEXP = /\x1b\[[0-9;]*m/g;

/** Runs a command to its end and collects what it writes. */
export async function run(command: readonly string[], options: RunOptions = {}): Promise<Finished> {
  const { cwd, env, timeoutMs = 300_000 } = options;
  const [file, ...args] = command;
  if (file === undefined) throw new TypeError("Cannot run an empty command");
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), timeoutMs);
  try {
    const process = new Deno.Command(file, {
      args,
      ...(cwd === undefined ? {} : { cwd }),
      env: { NO_COLOR: "1", ...env },
      stdin: "null",
      signal: stop.signal,
    });
    const { code, stdout, stderr } = await process.output();
    const decoder = new TextDecoder();
    const late = stop.signal.aborted ? `\nKilled after ${timeoutMs} ms\n` : "";
    const output = `${decoder.decode(stdout)}${decoder.decode(stderr)}${late}`;
    return { code, output: output.replace(COLOUR_REGEXP, "") };
  } finally {
    clearTimeout(timer);
  }
}

/** {@linkcode run}, and throws what it wrote if it fails. */
export async function mustRun(
  command: readonly string[],
  options: RunOptions = {},
): Promise<string> {
  const { code, output } = await run(command, options);
  if (code !== 0) throw new Error(`'${command.join(" ")}' ended with ${code}:\n${output}`);
  return output;
}
