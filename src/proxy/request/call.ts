import type { HeaderList } from "../header_list.ts";
import type { RequestFacts } from "../edit/read_request.ts";
import type { Patience } from "../state/shared_state.ts";
import type { Dialect } from "../stream/dialect.ts";

/** A request of a client, read and checked. */
export interface Call {
  /** Its id, for logs and for the client. */
  readonly id: string;
  /** What kind of request it is. */
  readonly dialect: Dialect;
  /** Where it goes below the address of a provider, as `/chat/completions`, its query included. */
  readonly path: string;
  /** Its headers. */
  readonly headers: HeaderList;
  /** What its body says. */
  readonly facts: RequestFacts;
  /** The session it is a part of, if any. */
  readonly session: string | undefined;
  /** How much longer it may wait for what other proxies share; `undefined` for a proxy alone. */
  readonly patience?: Patience | undefined;
  /** Whether it may be sent to one upstream only. */
  readonly noFallback: boolean;
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal;
  /** When it came, in milliseconds since 1970. */
  readonly startedMs: number;
}
