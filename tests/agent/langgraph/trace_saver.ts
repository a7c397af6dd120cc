import {
  BaseCheckpointSaver,
  type Checkpoint,
  type CheckpointMetadata,
  type CheckpointTuple,
} from "npm:@langchain/langgraph@1.7.3";
import type { Json, SealedEvent } from "../../../src/store/trace_event.ts";
import type { TraceStore } from "../../../src/store/trace_store.ts";

/** What of a configuration names a checkpoint. */
interface Place {
  readonly configurable?: {
    readonly thread_id?: string;
    readonly checkpoint_ns?: string;
    readonly checkpoint_id?: string;
  };
}

interface SavedCheckpoint {
  readonly id: string;
  readonly parent: string | null;
  readonly checkpoint: Checkpoint;
  readonly metadata: CheckpointMetadata;
}

interface SavedWrites {
  readonly checkpoint: string;
  readonly task: string;
  readonly writes: [string, unknown][];
}

/** Keeps LangGraph's checkpoints in a trace store: all that a check needs of a runtime that has its own records. */
export class TraceSaver extends BaseCheckpointSaver {
  readonly #store: TraceStore;

  constructor(store: TraceStore) {
    super();
    this.#store = store;
  }

  override async put(
    place: Place,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
  ): Promise<Place> {
    const parent = place.configurable?.checkpoint_id ?? null;
    const saved = { id: checkpoint.id, parent, checkpoint, metadata };
    await this.#append(place, "checkpoint", saved);
    return placeOf(threadOf(place), checkpoint.id);
  }

  override async putWrites(
    place: Place,
    writes: [string, unknown][],
    task: string,
  ): Promise<void> {
    const { checkpoint_id: checkpoint = "" } = place.configurable ?? {};
    await this.#append(place, "writes", { checkpoint, task, writes });
  }

  override async getTuple(place: Place): Promise<CheckpointTuple | undefined> {
    const events = await this.#events(place);
    const wanted = place.configurable?.checkpoint_id;
    const saved = events.filter(({ type }) => type === "checkpoint")
      .map(({ payload }) => payload as unknown as SavedCheckpoint)
      .findLast(({ id }) => wanted === undefined || id === wanted);
    return saved && tupleOf(threadOf(place), saved, events);
  }

  override async *list(place: Place): AsyncGenerator<CheckpointTuple> {
    const events = await this.#events(place);
    for (const { type, payload } of events.toReversed()) {
      if (type !== "checkpoint") continue;
      yield tupleOf(threadOf(place), payload as unknown as SavedCheckpoint, events);
    }
  }

  override async deleteThread(thread: string): Promise<void> {
    await this.#store.delete(thread);
  }

  async #append(place: Place, type: string, payload: unknown): Promise<void> {
    // LangGraph leaves members out by `undefined`; as JSON they are not there.
    const plain = JSON.parse(JSON.stringify(payload)) as Json;
    await this.#store.append(threadOf(place), [{ type, stream: "langgraph", payload: plain }]);
  }

  async #events(place: Place): Promise<SealedEvent[]> {
    const events: SealedEvent[] = [];
    for await (const { event } of this.#store.read(threadOf(place))) events.push(event);
    return events;
  }
}

function threadOf({ configurable }: Place): string {
  return configurable?.thread_id ?? "";
}

function placeOf(thread: string, id: string) {
  return { configurable: { thread_id: thread, checkpoint_ns: "", checkpoint_id: id } };
}

function tupleOf(
  thread: string,
  { id, parent, checkpoint, metadata }: SavedCheckpoint,
  events: readonly SealedEvent[],
): CheckpointTuple {
  const writes = events.filter(({ type }) => type === "writes")
    .map(({ payload }) => payload as unknown as SavedWrites)
    .filter((saved) => saved.checkpoint === id);
  return {
    config: placeOf(thread, id),
    checkpoint,
    metadata,
    ...(parent === null ? {} : { parentConfig: placeOf(thread, parent) }),
    pendingWrites: writes.flatMap(({ task, writes }) =>
      writes.map(([channel, value]) => [task, channel, value] as [string, string, unknown])
    ),
  };
}
