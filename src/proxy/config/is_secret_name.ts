const SECRET_NAME_REGEXP = /key|token|secret|password|authorization/i;

/** Tells whether a member of a patch may hold a secret, by its name. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME_REGEXP.test(name);
}
