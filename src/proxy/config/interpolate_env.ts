import type { ConfigPath, Problems } from "./config_problem.ts";
import { isObject } from "../../wire/json.ts";

/** Gives the value of a variable of the environment; `undefined` for one that is not set. */
export type Env = (name: string) => string | undefined;

/** A variable as a whole value, as LiteLLM and Bifrost spell it. */
const WHOLE_REGEXP = /^(?:os\.environ\/|env\.)([A-Za-z_]\w*)$/;

/** `$${` for the characters `${` themselves, a variable, or the beginning of one that is none. */
const PART_REGEXP = /\$\$\{|\$\{(?:([A-Za-z_]\w*)(:-([^}]*))?\})?/g;

/** A configuration is not as deep; what is, runs in a circle, and is refused by what reads it. */
const MAX_DEPTH = 100;

/**
 * Puts variables of the environment into the texts of a configuration: `${NAME}` and `${NAME:-default}` anywhere in a
 * text, where the default is also taken for a variable that is empty; `os.environ/NAME` and `env.NAME` as a whole text.
 * `$${` stands for `${`. Names of members stay as they are, and so does what a variable holds.
 *
 * @param value The configuration, or a part of it.
 * @param env Gives the variables.
 * @param problems Is told of each variable that is not set, and of each `${` that begins none.
 * @param path Where the part stands.
 * @returns A copy with the variables in place.
 */
export function interpolateEnv(
  value: unknown,
  env: Env,
  problems: Problems,
  path: ConfigPath = [],
): unknown {
  if (path.length > MAX_DEPTH) return value;
  if (typeof value === "string") return interpolated(value, env, problems, path);
  if (Array.isArray(value)) {
    return value.map((item, index) => interpolateEnv(item, env, problems, [...path, index]));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      interpolateEnv(member, env, problems, [...path, name]),
    ]),
  );
}

function interpolated(text: string, env: Env, problems: Problems, path: ConfigPath): string {
  function valueOf(name: string, fallback: string | undefined): string {
    const value = env(name);
    if (value !== undefined && (value !== "" || fallback === undefined)) return value;
    if (fallback === undefined) {
      problems.error(path, `needs the variable ${name} of the environment, which is not set`);
    }
    return fallback ?? "";
  }
  const whole = WHOLE_REGEXP.exec(text)?.[1];
  if (whole !== undefined) return valueOf(whole, undefined);
  return text.replace(
    PART_REGEXP,
    (part: string, name?: string, _tail?: string, fallback?: string) => {
      if (part === "$${") return "${";
      if (name !== undefined) return valueOf(name, fallback);
      const text = "has '${', but no variable follows: write ${NAME}, or $${ for the characters";
      problems.error(path, text);
      return part;
    },
  );
}
