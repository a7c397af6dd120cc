import { isSecretName, secretsIn } from "./secrets.ts";

/** Which names are secret besides those that always are, in small letters. */
export interface SecretNames {
  /** Names of headers; in a body they count within a member `headers`. */
  readonly headers: ReadonlySet<string>;
  /** Names of members of a query. */
  readonly query: ReadonlySet<string>;
}

/** Gives what stands in place of a secret; is told what carries it as well. */
export type Mask = (secret: string, name: string) => string;

const TOKEN =
  "(?:(?:access|auth|bearer|github|gitlab|hf|id|oauth|refresh|security|session|slack)[-_]?)?token";
const KEY =
  "(?:[\\w-]*[-_])?(?:api[-_]?key|access[-_]?key|secret[-_]?key|private[-_]?key|subscription[-_]?key)";
const WORD =
  "(?:[\\w-]*[-_])?(?:secret|password|passwd|passphrase)|(?:client|user|db)(?:Secret|Password)";
const HEADER = "(?:proxy[-_]?)?authorization|(?:set-)?cookie|secret[-_]?access[-_]?key";

/** What members of a body are called that are secret: of more names a body has uses that are none. */
const MEMBER_REGEXP = new RegExp(`^(?:${[TOKEN, KEY, WORD, HEADER].join("|")})$`, "i");

/** What members of an address's query are called besides that are secret. */
const QUERY_REGEXP = /^(?:key|sig|(?:x-(?:amz|goog)-)?(?:signature|credential|security-token))$/i;

/** A member of an object whose value is a text. */
const TEXT_MEMBER_REGEXP = /"([\w.-]{1,64})"(\s*:\s*")([^"\\]*(?:\\.[^"\\]*)*)"/g;

/** An object of headers without objects in it. */
const HEADERS_REGEXP = /"(?:[\w-]*[-_])?headers"\s*:\s*\{[^{}]*\}/gi;

/** An address; JSON may write its slashes with another before them. */
const ADDRESS_REGEXP = /\b[a-z][a-z\d+.-]{1,20}:(?:\\?\/){2}(?:[^\s"'<>\\]|\\\/)+/gi;
const USER_REGEXP = /^([^/\\]+(?:\\?\/){2})([^/?#@\\]+)@/;
const QUERY_MEMBER_REGEXP = /([?&])([\w.-]{1,64})=([^&#\s"'<>\\]+)/g;

/**
 * Gives a text of JSON, or of frames that carry JSON, without what is secret in it by its name: texts of members
 * (keys, tokens, passwords, headers), and in addresses the user and members of the query.
 *
 * @param text The text.
 * @param names What is secret besides.
 * @param mask Gives what stands in place of each.
 */
export function withoutBodySecrets(text: string, names: SecretNames, mask: Mask): string {
  const members = withoutMembers(text, isSecretMember, mask);
  const headers = members.replaceAll(
    HEADERS_REGEXP,
    (object) => withoutMembers(object, (name) => isSecretName(name, names.headers), mask),
  );
  return headers.replaceAll(
    ADDRESS_REGEXP,
    (address) =>
      withoutQuerySecrets(
        address.replace(USER_REGEXP, (_, scheme, user) => `${scheme}${mask(user, "user")}@`),
        names,
        mask,
      ),
  );
}

/** Gives an address, or a text that holds one, without the members of its query that are secret. */
export function withoutQuerySecrets(text: string, { query }: SecretNames, mask: Mask): string {
  return text.replaceAll(QUERY_MEMBER_REGEXP, (whole, sign, name: string, value) => {
    const isSecret = QUERY_REGEXP.test(name) || MEMBER_REGEXP.test(name) ||
      query.has(name.toLowerCase());
    return isSecret ? `${sign}${name}=${mask(value, name)}` : whole;
  });
}

/** Gives the secrets that a body carries, to be left out wherever else they stand. */
export function secretsInBody(text: string, names: SecretNames): readonly string[] {
  const found: string[] = [];
  withoutBodySecrets(text, names, (secret, name) => {
    const plain = plainText(secret);
    // Of a user and a password the second alone is secret.
    const parts = name === "user" ? [plain, plain.slice(plain.indexOf(":") + 1)] : [secret, plain];
    found.push(...parts.flatMap((part) => secretsIn(name.toLowerCase(), part)));
    return secret;
  });
  return found;
}

function withoutMembers(
  text: string,
  isSecret: (name: string, text: string, begin: number, end: number) => boolean,
  mask: Mask,
): string {
  return text.replaceAll(TEXT_MEMBER_REGEXP, (whole, name: string, colon, value, at: number) => {
    if (value === "" || !isSecret(name, text, at, at + whole.length)) return whole;
    return `"${name}"${colon}${mask(value, name)}"`;
  });
}

/** A token that is told with its probability is a piece of the answer. */
function isSecretMember(name: string, text: string, begin: number, end: number): boolean {
  if (!MEMBER_REGEXP.test(name)) return false;
  if (name !== "token") return true;
  const before = text.slice(text.lastIndexOf("{", begin) + 1, begin);
  const after = /^[^{}]*/.exec(text.slice(end, end + 200))![0];
  return !/"log_?prob/i.test(before + after);
}

/** Gives what the text of a member says: JSON and addresses write some characters otherwise. */
function plainText(text: string): string {
  try {
    return decodeURIComponent(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}
