import { servedLog, shopWorld } from "../support/shop.ts";
import type { Habits, Shop } from "../support/shop.ts";
import { clerk, INPUTS, newShop } from "../support/shop.ts";
import { builtBy } from "../../../src/agent/determinism/configuration.ts";
import { checkDeterminism } from "../../../src/agent/determinism/check_determinism.ts";
import { checkResumeEquivalence } from "../../../src/agent/resume/check_resume_equivalence.ts";
import { type LoopFaults, loopWorld } from "../support/hand_loop.ts";

/** A faulty agent: what is wrong with it, and what the check for it must say. */
export interface AgentFault {
  /** What is wrong. */
  readonly name: string;
  /** Parts of the message. */
  readonly says: readonly string[];
  /** Runs the check that is to find it. */
  check(): Promise<unknown>;
}

/** All ways in which a process is stopped. */
export const STOPS = ["after", "lost", "before"] as const;

/** A clerk with bad habits, which each process makes anew, that the resume check is to find. */
export function badClerk(
  name: string,
  habits: (shop: Shop) => Partial<Habits>,
  ...says: string[]
): AgentFault {
  const check = () =>
    checkResumeEquivalence(() => shopWorld(habits), "clerk", INPUTS, { stops: STOPS });
  return { name, says, check };
}

/** A clerk that only two processes in turns find: each goes on from what it knew when it began. */
export function forgetfulClerk(
  name: string,
  habits: (shop: Shop) => Partial<Habits>,
  ...says: string[]
): AgentFault {
  const inputs = [...INPUTS, "Hello again"];
  const check = () =>
    checkResumeEquivalence(() => shopWorld(habits), "clerk", inputs, { stops: STOPS });
  return { name, says, check };
}

/** A loop written by hand that the resume check is to find. */
export function badLoop(name: string, faults: LoopFaults, ...says: string[]): AgentFault {
  const check = () =>
    checkResumeEquivalence(() => loopWorld(faults), "any", ["Hi", "Bye"], { stops: STOPS });
  return { name, says, check };
}

/** A clerk with bad habits that the determinism check is to find, in a log of its own. */
export function badBuild(name: string, habits: Partial<Habits>, ...says: string[]): AgentFault {
  const check = async () => {
    const events = await servedLog(habits);
    const shops = [newShop(), newShop()];
    return await checkDeterminism(events, shops.map((shop) => builtBy(clerk(shop, habits), shop)));
  };
  return { name, says, check };
}
