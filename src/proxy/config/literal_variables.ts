import { type ConfigPath, pathText } from "./config_problem.ts";
import type { ProxyConfig } from "./proxy_config.ts";

/** A variable of the environment as the file of the program spells it, as the whole of a text. */
const VARIABLE_REGEXP =
  /^(?:\$\{([A-Za-z_]\w*)(?::-[^}]*)?\}|(?:os\.environ\/|env\.)([A-Za-z_]\w*))$/;

/**
 * Finds keys that are spelt as variables where nothing puts any in. Taken as they stand, a provider would refuse one
 * of them, and of clients whoever guesses the name of the variable would be let in.
 *
 * @param config The configuration, which is right otherwise.
 * @returns A sentence for each.
 */
export function literalVariables(config: ProxyConfig): string[] {
  const keys: (readonly [ConfigPath, string | undefined])[] = [
    ...(config.client_keys ?? []).map((key, index) => [["client_keys", index], key] as const),
    [["admin_key"], config.admin_key],
    ...Object.entries(config.providers).flatMap(([name, { key, keys }]) => [
      [["providers", name, "key"], key] as const,
      ...(keys ?? []).map((key, index) => [["providers", name, "keys", index], key] as const),
    ]),
  ];
  return keys.flatMap(([path, key]) => {
    const found = key === undefined ? null : VARIABLE_REGEXP.exec(key);
    const name = found?.[1] ?? found?.[2];
    if (name === undefined) return [];
    return `${pathText(path)} names the variable ${name}, which only the program puts in: ` +
      `give what it holds, such as process.env.${name}`;
  });
}
