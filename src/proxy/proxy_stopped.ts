/** Why what still runs is broken off when the proxy stops. */
export class ProxyStopped extends Error {
  /** The class, by name. */
  override readonly name = "ProxyStopped";

  /** Says that the proxy stops. */
  constructor() {
    super("The proxy was stopped");
  }
}
