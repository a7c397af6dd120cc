/**
 * The headers of a message, names in lower case: a `Headers`, or a `Map`, which is faster to look into and to go
 * through.
 */
export interface HeaderList extends Iterable<readonly [name: string, value: string]> {
  /** Gives the value of a header, if it is there. */
  get(name: string): string | null | undefined;
}
