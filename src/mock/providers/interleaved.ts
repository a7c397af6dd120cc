/**
 * Takes one item of each row in turn until all are empty.
 *
 * @param rows The rows.
 */
export function interleaved<T>(rows: readonly Generator<T>[]): Generator<T> {
  const [first] = rows;
  return first !== undefined && rows.length === 1 ? first : inTurns(rows);
}

function* inTurns<T>(rows: readonly Generator<T>[]): Generator<T> {
  let open = rows;
  while (open.length > 0) {
    const left: Generator<T>[] = [];
    for (const row of open) {
      const next = row.next();
      if (next.done) continue;
      left.push(row);
      yield next.value;
    }
    open = left;
  }
}
