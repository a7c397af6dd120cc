import type { DraftEvent, Entry } from "../../../src/store/trace_event.ts";
import type { AppendOptions } from "../../../src/store/trace_store.ts";
import { type Fault, faultsOf, turns } from "../fault.ts";
import { PlainStore } from "../plain_store.ts";

const fault = faultsOf("lost");

type Batch = readonly DraftEvent[];

/** A store that does something else once an append was aborted under way. */
abstract class Aborting extends PlainStore {
  override async append(thread: string, batch: Batch, options: AppendOptions = {}) {
    const { signal } = options;
    if (signal === undefined || signal.aborted) return await super.append(thread, batch, options);
    // As far as to a server and back.
    await turns(2);
    if (signal.aborted) {
      await this.aborted(thread, batch, options);
      throw signal.reason;
    }
    return await super.append(thread, batch, options);
  }

  /** What becomes of an append that was aborted. */
  abstract aborted(thread: string, batch: Batch, options: AppendOptions): Promise<void> | void;
}

/** Faults that show only where the answer of an append is not waited for. */
export const LOST_FAULTS: readonly Fault[] = [
  fault(
    "an abort cuts a batch",
    "an append that is aborted under way lands whole or not at all",
    class extends Aborting {
      override async aborted(thread: string, batch: Batch) {
        if (batch.length > 1) await super.append(thread, batch.slice(0, 2));
      }
    },
  ),
  fault(
    "what was aborted is answered as landed",
    "an append that is aborted under way lands whole or not at all",
    class extends PlainStore {
      override async append(thread: string, batch: Batch, options: AppendOptions = {}) {
        const { signal, expected = 0 } = options;
        if (signal === undefined || signal.aborted || batch.length < 2) {
          return await super.append(thread, batch, options);
        }
        await turns(2);
        if (!signal.aborted) return await super.append(thread, batch, options);
        const { sealed } = this.seal(batch, new Map(), new Date(0).toISOString());
        return sealed.map((event, at): Entry => ({ position: expected + at + 1, event }));
      }
    },
  ),
  fault(
    "an aborted append is queued, and lands whatever the position is by then",
    "an append that is tried again where its answer was lost lands once",
    class extends Aborting {
      override aborted(thread: string, batch: Batch, { lease }: AppendOptions) {
        if (lease !== undefined) return;
        void turns(3).then(() => super.append(thread, batch));
      }
    },
  ),
  fault(
    "an append that is tried again counts as new where the first was aborted",
    "an append that is tried again where its answer was lost lands once",
    class extends Aborting {
      readonly #aborted: Set<string> = new Set();
      override async aborted(thread: string, batch: Batch, options: AppendOptions) {
        if (options.lease === undefined) this.#aborted.add(thread);
        await super.append(thread, batch, { ...options, signal: undefined });
      }
      override checkExpected(...[thread, expected, life]: Parameters<PlainStore["checkExpected"]>) {
        if (!this.#aborted.has(thread)) super.checkExpected(thread, expected, life);
      }
    },
  ),
  fault(
    "an abort gives the lease back",
    "an append that is aborted leaves its lease as it was",
    class extends Aborting {
      override async aborted(_thread: string, _batch: Batch, { lease }: AppendOptions) {
        if (lease !== undefined) await this.release(lease);
      }
    },
  ),
];
