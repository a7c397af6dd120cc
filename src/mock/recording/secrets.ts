/** What stands in place of a secret. */
export const REDACTED = "REDACTED";

/** What names of headers and of members of a query have that are secret. */
const SECRET_REGEXP =
  /auth|secret|credential|cookie|password|signature|organization|project|session|(?:^|[-_])(?:api)?_?key(?:$|[-_])|apikey|(?:^|[-_])(?:token|sig)$/i;

/** Shorter values are no secrets, and stand in too many places. */
const MIN_SECRET_CHARS = 8;

/**
 * Whether what a header or a member of a query says is secret, by its name: keys, tokens, cookies, signatures,
 * organizations, projects.
 *
 * @param name The name.
 * @param others More names that are, in small letters.
 */
export function isSecretName(name: string, others: ReadonlySet<string>): boolean {
  return SECRET_REGEXP.test(name) || others.has(name.toLowerCase());
}

/**
 * Gives the secrets in the value of a header, or of a member of a query: all of it, what follows the scheme, and
 * each value of a cookie. What a new cookie says of itself behind its value is none.
 *
 * @param name The name.
 * @param value The value.
 */
export function secretsIn(name: string, value: string): readonly string[] {
  const said = name === "set-cookie" ? value.split(";")[0]! : value;
  const parts = said.split(/[\s;,]+/).flatMap((part) => [part, part.slice(part.indexOf("=") + 1)]);
  return [said, ...parts, ...basicParts(said)].filter(({ length }) => length >= MIN_SECRET_CHARS);
}

/** The user and the password of a header, which an answer may have in clear. */
function basicParts(said: string): readonly string[] {
  const encoded = /^Basic\s+([A-Za-z0-9+/]+={0,2})$/i.exec(said)?.[1];
  if (encoded === undefined) return [];
  try {
    const plain = atob(encoded);
    return [plain, plain.slice(plain.indexOf(":") + 1)];
  } catch {
    return [];
  }
}

/** Puts secrets in the order in which they are left out: a part of another must not leave the rest of that one. */
export function longestFirst(secrets: readonly string[]): readonly string[] {
  return [...new Set(secrets)].sort((a, b) => b.length - a.length);
}

/**
 * Leaves secrets out of a text, wherever they stand.
 *
 * @param text The text.
 * @param secrets The secrets, the longest first.
 * @param mask What stands in place of each.
 */
export function withoutSecrets(
  text: string,
  secrets: readonly string[],
  mask: (secret: string) => string = () => REDACTED,
): string {
  let clean = text;
  for (const secret of secrets) clean = clean.replaceAll(secret, () => mask(secret));
  return clean;
}
