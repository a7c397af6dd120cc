/** How much may be sent again because of failures. */
export interface RetryBudgetPlan {
  /** How many further attempts each request pays for. */
  readonly ratio: number;
  /** How many further attempts a second there are in any case. */
  readonly perSecond: number;
}

/** For how long a request counts, in seconds. */
const WINDOW_SECONDS = 10;
/** An attempt's price: tokens are whole numbers, so that ten tenths make one. */
const PRICE = 1000;

/**
 * Bounds the attempts that are made because others failed, so that an outage is not met by several times the requests
 * that came in. Requests pay in, further attempts draw out, and both are forgotten after ten seconds.
 */
export class RetryBudget {
  readonly #deposit: number;
  readonly #reserve: number;
  /** What was paid in less what was drawn out, by the second. */
  readonly #slots: number[] = new Array(WINDOW_SECONDS).fill(0);
  #second: number | undefined;

  /** @param plan How much may be sent again. */
  constructor({ ratio, perSecond }: RetryBudgetPlan) {
    this.#deposit = Math.round(ratio * PRICE);
    this.#reserve = Math.round(perSecond * WINDOW_SECONDS * PRICE);
  }

  /** A request came in. */
  deposit(nowMs: number): void {
    this.#add(nowMs, this.#deposit);
  }

  /**
   * Asks for leave to make one more attempt for a request, and pays for it.
   *
   * @returns Whether it may be made.
   */
  withdraw(nowMs: number): boolean {
    if (this.balance(nowMs) < 1) return false;
    this.#add(nowMs, -PRICE);
    return true;
  }

  /** Gives how many further attempts could be made at once. */
  balance(nowMs: number): number {
    this.#moveTo(nowMs);
    return this.#slots.reduce((sum, tokens) => sum + tokens, this.#reserve) / PRICE;
  }

  #add(nowMs: number, tokens: number): void {
    const slot = this.#moveTo(nowMs);
    this.#slots[slot] = this.#slots[slot]! + tokens;
  }

  /** Forgets what is too old; a clock that was set back stands still until it has caught up, or is far off. */
  #moveTo(nowMs: number): number {
    const second = Math.floor(nowMs / 1000);
    const last = this.#second ?? second;
    const passed = Math.abs(second - last) >= WINDOW_SECONDS ? WINDOW_SECONDS : second - last;
    for (let step = 1; step <= passed; step++) this.#slots[slotOf(last + step)] = 0;
    this.#second = passed < 0 ? last : second;
    return slotOf(this.#second);
  }
}

function slotOf(second: number): number {
  return ((second % WINDOW_SECONDS) + WINDOW_SECONDS) % WINDOW_SECONDS;
}
