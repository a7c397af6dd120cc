import type { TraceStore } from "../../store/trace_store.ts";
import type { HttpArea } from "../http/http_conformance_options.ts";

/** What part of the contract of trace stores a case is about. */
export type ContractArea =
  | "append"
  | "read"
  | "follow"
  | "delete"
  | "lease"
  | "load"
  | "threads"
  | "values"
  | "race"
  | "durable"
  | "peer"
  | "skew"
  | "lost"
  | "long";

/** `seed`: the 43 cases of the contract this one began with; `strict`: ours besides. */
export type ContractLevel = "seed" | "strict";

/**
 * One case of the contract, as data: no test runner is needed to run it, and any can.
 *
 * @example Under `Deno.test`
 * ```ts ignore
 * for (const { name, skip, run } of traceStoreContract(open)) {
 *   Deno.test({ name, ignore: skip !== undefined, fn: run });
 * }
 * ```
 */
export interface ContractCase {
  /** The area and what holds, unique within the list. */
  readonly name: string;
  /** What part of the contract it is about, that of trace stores or that of servers. */
  readonly area: ContractArea | HttpArea;
  /** Whose case it is. */
  readonly level: ContractLevel;
  /** Where a store was seen to fail it in public. */
  readonly seen?: string | undefined;
  /** Why it does not apply; then `run` need not be called. */
  readonly skip?: string | undefined;
  /** Why the store is known to fail it; `run` then fails if the store passes. */
  readonly excluded?: string | undefined;
  /** How long it may take, in milliseconds; it then fails by itself. */
  readonly timeoutMs: number;
  /**
   * Runs the case, on a store of its own. It declares no parameters, as runners take those for their own.
   *
   * @throws {ContractViolation} If the store breaks the contract, throws what it may not, or hangs.
   */
  readonly run: () => Promise<void>;
}

/** A store and what a case may do with it besides. */
export interface StoreUnderTest {
  /** The store. It is empty: a case may list all threads. */
  readonly store: TraceStore;
  /** Opens a second handle to the same data: another connection, ideally of another process. */
  peer?(): Promise<TraceStore> | TraceStore;
  /**
   * Opens a second handle to the same data whose clock is off by a time, in milliseconds, as that of another machine may
   * be. A store that goes by its server's clock gives a second handle like any other.
   */
  skewed?(offsetMs: number): Promise<TraceStore> | TraceStore;
  /** Closes the store and opens it again on what it has kept. */
  reopen?(): Promise<TraceStore> | TraceStore;
  /** Moves the store's clock, in milliseconds. Without it, cases sleep for real. */
  advance?(ms: number): Promise<void> | void;
  /** Closes all of it. */
  close?(): Promise<void> | void;
}

/** Opens an empty store; each case opens one of its own, and several may run at once. */
export type OpenStore = () => StoreUnderTest | Promise<StoreUnderTest>;

/** What a store under test may lack. */
export type Capability = "peer" | "skewed" | "reopen";

/** How to check a store. */
export interface TraceStoreContractOptions {
  /** `seed` gives the first 43 cases alone, `strict` all of them. @default {"strict"} */
  readonly level?: ContractLevel | undefined;
  /**
   * How long a lease lasts that a case waits for to expire, in milliseconds. Make it longer if the store takes long to
   * answer. @default {100}
   */
  readonly leaseMs?: number | undefined;
  /** How long cases look for rare races, in milliseconds. @default {300} */
  readonly stressMs?: number | undefined;
  /** How long a case may take besides, in milliseconds. @default {20000} */
  readonly timeoutMs?: number | undefined;
  /** The cases the store is known to fail, by name, and why. One that passes is reported. */
  readonly except?: Readonly<Record<string, string>> | undefined;
  /**
   * What the store under test cannot give, and why; cases that need it are reported as skipped. One without a `peer` is
   * one without a `skewed` handle too.
   */
  readonly without?: { readonly [Name in Capability]?: string | undefined } | undefined;
}
