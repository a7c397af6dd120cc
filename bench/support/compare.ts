/** One way to do the job that a comparison times. */
export interface Contender {
  /** The name in the table. */
  readonly name: string;
  /** Does the whole job once; gives a number on which all contenders must agree. */
  readonly run: () => number | Promise<number>;
}

/** What a comparison found for one contender. */
export interface Timing {
  /** The name of the contender. */
  readonly name: string;
  /** The fastest round, in milliseconds. */
  readonly bestMs: number;
  /**
   * How many times as fast as the first contender: the median, over the rounds, of the first one's
   * time divided by this one's time in the same round.
   */
  readonly speed: number;
}

/** How long a comparison takes. */
export interface CompareOptions {
  /**
   * Rounds that count.
   *
   * @default {101}
   */
  rounds?: number | undefined;
  /**
   * For how long rounds are run before that, so that the compiler, which works beside, has settled.
   *
   * @default {2000}
   */
  warmupMs?: number | undefined;
}

/**
 * Times contenders side by side. Each round runs all of them, beginning with another one every
 * time, and speeds are compared within a round only, so that noise of the machine hits all alike.
 *
 * @throws {Error} If the contenders do not agree on the result.
 */
export async function compare(
  contenders: readonly Contender[],
  options: CompareOptions = {},
): Promise<Timing[]> {
  const { rounds = 101, warmupMs = 2000 } = options;
  await checkAgreement(contenders);
  for (const start = performance.now(); performance.now() - start < warmupMs;) {
    for (const { run } of contenders) await run();
  }
  const times = contenders.map(() => [] as number[]);
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < contenders.length; turn++) {
      const i = (round + turn) % contenders.length;
      times[i]!.push(await time(contenders[i]!.run));
    }
  }
  const base = times[0]!;
  return contenders.map(({ name }, i) => ({
    name,
    bestMs: Math.min(...times[i]!),
    speed: median(times[i]!.map((ms, round) => base[round]! / ms)),
  }));
}

async function time(run: Contender["run"]): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

async function checkAgreement(contenders: readonly Contender[]): Promise<void> {
  const results: number[] = [];
  for (const { run } of contenders) results.push(await run());
  const odd = results.findIndex((result) => result !== results[0]);
  if (odd === -1) return;
  throw new Error(
    `Cannot compare '${contenders[odd]!.name}' with '${contenders[0]!.name}': ` +
      `results are ${results[odd]} and ${results[0]}`,
  );
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1]!;
}
