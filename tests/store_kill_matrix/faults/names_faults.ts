import type { NextSeqs, SealedBatch } from "../../../src/store/seal.ts";
import type { DraftEvent } from "../../../src/store/trace_event.ts";
import type { Fault } from "../fault.ts";
import { changed, faultsOf } from "../fault.ts";
import { type Life, PlainStore } from "../plain_store.ts";

const fault = faultsOf("values");

/** Faults of names. */
export const NAMES_FAULTS: readonly Fault[] = [
  fault(
    "ids of threads are compared without case",
    "threads of names that look alike are different",
    class extends PlainStore {
      override key(thread: string): string {
        return thread.toLowerCase();
      }
    },
  ),
  fault(
    "ids of threads are brought to NFC",
    "threads of names that look alike are different",
    class extends PlainStore {
      override key(thread: string): string {
        return thread.normalize("NFC");
      }
    },
  ),
  fault(
    "ids of threads are trimmed",
    "threads of names that look alike are different",
    class extends PlainStore {
      override key(thread: string): string {
        return thread.trim();
      }
    },
  ),
  fault(
    "an underscore is any letter",
    "threads of names that look alike are different",
    class extends PlainStore {
      override life(thread: string): Life | undefined {
        const known = super.life(thread);
        if (known !== undefined || !thread.endsWith("_")) return known;
        return [...this.lives.values()].find((life) =>
          life.thread.slice(0, -1) === thread.slice(0, -1)
        );
      }
    },
  ),
  fault(
    "names of streams are compared without case",
    "streams of names that look alike are different",
    class extends PlainStore {
      override seal(batch: readonly DraftEvent[], next: NextSeqs, ts: string): SealedBatch {
        const folded = changed(batch, (event) => ({
          ...event,
          stream: event.stream?.toLowerCase(),
        }));
        const result = super.seal("seq" in (batch[0] ?? {}) ? batch : folded, next, ts);
        const sealed = result.sealed.map((event, at) => ({ ...event, stream: batch[at]!.stream }));
        return { ...result, sealed };
      }
    },
  ),
  fault(
    "leases are kept by ids without case",
    "leases of names that look alike are different",
    class extends PlainStore {
      override leaseKey(thread: string): string {
        return thread.toLowerCase();
      }
    },
  ),
  fault(
    "owners are compared without case",
    "leases of names that look alike are different",
    class extends PlainStore {
      override async acquire(thread: string, owner: string, ttlMs: number) {
        const held = this.live(thread);
        const isSame = held?.owner.toLowerCase() === owner.toLowerCase();
        return await super.acquire(thread, isSame ? held!.owner : owner, ttlMs);
      }
    },
  ),
  fault(
    "ids end at 255 letters",
    "names of 512 bytes are told apart to the last",
    class extends PlainStore {
      override key(thread: string): string {
        return thread.slice(0, 255);
      }
    },
  ),
  fault(
    "owners are not checked",
    "names that are none are refused, whatever they name",
    class extends PlainStore {
      override checkName(name: string, what: string): void {
        if (what !== "owner") super.checkName(name, what);
      }
    },
  ),
  fault(
    "long ids are taken",
    "names that are none are refused, whatever they name",
    class extends PlainStore {
      override checkName(name: string, what: string): void {
        if (name.length < 500) super.checkName(name, what);
      }
    },
  ),
];
