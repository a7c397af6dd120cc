import process from "node:process";

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
  /** How long the job took, in milliseconds of the processor; see {@linkcode compare}. */
  readonly ms: number;
  /** How many times as fast as the first contender. */
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
 * Times contenders side by side. Each round runs all of them, beginning with another one every time,
 * so that a slow spell of the machine hits all alike.
 *
 * The time is that of the processor, over all threads of this process: it counts the collection of
 * garbage, and leaves out what other programs take. What counts of the times of a contender is the
 * first quartile: the rest can only make a round slower, and a minimum is a matter of luck.
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
  const quartiles = times.map(firstQuartile);
  return contenders.map(({ name }, i) => (
    { name, ms: quartiles[i]!, speed: quartiles[0]! / quartiles[i]! }
  ));
}

async function time(run: Contender["run"]): Promise<number> {
  const start = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
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

function firstQuartile(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 2]!;
}
