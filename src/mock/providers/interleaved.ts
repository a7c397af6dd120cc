/**
 * Takes one item of each row in turn until all are empty.
 *
 * @param rows The rows.
 */
export function interleaved<T>(rows: readonly Iterable<T>[]): Iterable<T> {
  const [first] = rows;
  return first !== undefined && rows.length === 1 ? first : inTurns(rows);
}

function* inTurns<T>(rows: readonly Iterable<T>[]): Generator<T> {
  let open = rows.map((row) => row[Symbol.iterator]());
  while (open.length > 0) {
    const left: Iterator<T>[] = [];
    for (const row of open) {
      const next = row.next();
      if (next.done) continue;
      left.push(row);
      yield next.value;
    }
    open = left;
  }
}
