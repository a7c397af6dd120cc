import process from "node:process";
import { printable } from "../../../printable.ts";
import { thrownText } from "../expectations.ts";

/**
 * Notes errors that reach nobody: rejections that a store does not wait for, and what its timers and sockets throw. They
 * would end the program in the middle of its report.
 */
export class Strays {
  /** How many there were. */
  count = 0;
  readonly #tell: (text: string) => void;

  /** @param tell Is given a sentence for each. */
  constructor(tell: (text: string) => void) {
    this.#tell = tell;
  }

  /**
   * Begins to watch for them in the whole process.
   *
   * @returns Ends it.
   */
  watch(): () => void {
    const onRejection = (reason: unknown) =>
      this.#note("A promise was rejected that nobody waited for", reason);
    const onException = (error: unknown) => this.#note("Something threw that nobody called", error);
    process.on("unhandledRejection", onRejection);
    process.on("uncaughtException", onException);
    return () => {
      process.off("unhandledRejection", onRejection);
      process.off("uncaughtException", onException);
    };
  }

  #note(what: string, error: unknown): void {
    this.count++;
    this.#tell(`${what}, while the store was checked: ${printable(thrownText(error))}\n`);
  }
}
