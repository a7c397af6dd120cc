import { TIMED_OUT, withDeadline } from "../../clock.ts";
import { MemoryTraceStore } from "../../store/memory_trace_store.ts";
import type { TraceStore } from "../../store/trace_store.ts";
import { take } from "../contract/events.ts";
import { broken, expectEqual } from "../contract/expectations.ts";
import type { Lab } from "../contract/lab.ts";
import { ManualClock } from "../manual_clock.ts";
import { type Command, commandText } from "./command.ts";
import { Followers } from "./followers.ts";
import { Player } from "./player.ts";

/** The ids that commands use. */
const THREADS: readonly string[] = ["a", "ab", "b"];

/**
 * Plays commands on a store and on the store in memory, and makes sure that nobody could tell them apart.
 *
 * @param lab The store.
 * @param commands The commands.
 * @param timeoutMs How long one call may take, in milliseconds.
 * @throws {ContractViolation} If one could.
 */
export async function playBoth(
  lab: Lab,
  commands: readonly Command[],
  timeoutMs: number,
): Promise<void> {
  const clock = new ManualClock(Date.now());
  const model = new MemoryTraceStore({ clock });
  const table = { lab, clock, model, players: [new Player(model), new Player(lab.store)] as const };
  const followers = new Followers(model, lab.store);
  try {
    for (const [index, command] of commands.entries()) {
      const what = `call ${index + 1}, ${commandText(command)},`;
      await bounded(what, timeoutMs, step(table, followers, command, what));
    }
    await bounded("the last look at followers", timeoutMs, followers.close());
    const states = Promise.all(table.players.map((player) => player.state(THREADS)));
    const [due, found] = await bounded("the last look at the store", timeoutMs, states);
    expectEqual(found, due, "the store at the end");
  } finally {
    await followers.giveUp();
  }
}

interface Table {
  readonly lab: Lab;
  readonly clock: ManualClock;
  readonly model: TraceStore;
  readonly players: readonly [model: Player, store: Player];
}

async function step(
  { lab, clock, model, players }: Table,
  followers: Followers,
  command: Command,
  what: string,
): Promise<void> {
  switch (command.call) {
    case "follow":
      return await followers.follow(command.thread, command.after);
    case "next":
      return await followers.next(command.reader);
    case "advance":
      await clock.advance(command.ms);
      return await lab.pass(command.ms);
  }
  const last = "thread" in command ? await lastOf(model, command.thread) : 0;
  const due = await players[0].play(command, last);
  if (command.call === "delete" || command.call === "load") followers.end(command.thread);
  expectEqual(await players[1].play(command, last), due, `what ${what} gives`);
}

async function lastOf(store: TraceStore, thread: string): Promise<number> {
  const [last] = await take(store.readBackwards(thread), 1);
  return last?.position ?? 0;
}

async function bounded<T>(what: string, ms: number, call: Promise<T>): Promise<T> {
  const result = await withDeadline(ms, call);
  if (result === TIMED_OUT) throw broken(`${what} to be answered within ${ms} ms`, "it was not");
  return result;
}
