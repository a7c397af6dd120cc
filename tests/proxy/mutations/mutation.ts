/** One breakage of the code, which a test has to find. */
export interface Mutation {
  /** What the code then does wrong; unique. */
  readonly name: string;
  /** The file, from `src/proxy` on. */
  readonly file: string;
  /** What is replaced; it stands in the file once. */
  readonly replace: string;
  /** By what. */
  readonly by: string;
  /** The tests one of which has to fail, from `tests/proxy` on. */
  readonly tests: readonly string[];
}

/**
 * Breaks a source.
 *
 * @throws {Error} If what is to be replaced does not stand there once: then the code has changed, and so must the
 * mutation.
 */
export function mutated(source: string, { name, file, replace, by }: Mutation): string {
  const parts = source.split(replace);
  if (parts.length === 2) return parts.join(by);
  throw new Error(
    `Cannot break src/proxy/${file} so that "${name}" as it must have '${replace}' once: it has it ${
      parts.length - 1
    } times`,
  );
}
