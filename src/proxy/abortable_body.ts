import type { Bytes } from "../bytes.ts";
import { untilAborted } from "../until_aborted.ts";
import type { UpstreamBody } from "./transport/transport.ts";

/** A body that is given up when a signal aborts: what is being read then rejects with the signal's reason. */
export class AbortableBody implements UpstreamBody {
  readonly #body: UpstreamBody;
  readonly #signal: AbortSignal;

  /**
   * @param body The body.
   * @param signal Gives it up.
   */
  constructor(body: UpstreamBody, signal: AbortSignal) {
    this.#body = body;
    this.#signal = signal;
  }

  /** Reads on. */
  read(): Promise<Bytes | null> {
    return untilAborted(this.#body.read(), this.#signal);
  }

  /** Closes the connection. */
  cancel(): void {
    this.#body.cancel();
  }
}
