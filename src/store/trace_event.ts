/** A value of JSON: what a payload holds. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

/** What happened, before it is sealed into a thread. */
export interface DraftEvent {
  /** What kind of thing happened. */
  readonly type: string;
  /** The named sequence within the thread that it belongs to; each numbers its own events. */
  readonly stream: string;
  /** What is known of it. */
  readonly payload: Json;
}

/** What happened, as a thread keeps it. */
export interface SealedEvent extends DraftEvent {
  /** Its number within its stream, from 0 without gaps. */
  readonly seq: number;
  /** When its batch was sealed: RFC 3339, UTC, in milliseconds. */
  readonly ts: string;
}

/** An event and its place in its thread, from 1 without gaps over all streams. */
export interface Entry {
  /** The place. */
  readonly position: number;
  /** The event. */
  readonly event: SealedEvent;
}
