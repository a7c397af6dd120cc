/** A mistake in a text. */
export interface SyntaxProblem {
  /** Its line, from 1. */
  readonly line: number;
  /** Its column, from 1. */
  readonly column: number;
  /** What it is. */
  readonly message: string;
}

/** The value of a text, or what is wrong with it. */
export type Parsed = { readonly value: unknown } | { readonly problems: readonly SyntaxProblem[] };
