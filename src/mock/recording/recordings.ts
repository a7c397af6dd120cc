import type { Clock } from "../../clock.ts";
import type { HttpCall } from "../http/http_call.ts";
import type { ProviderId } from "../providers/provider.ts";
import type { Cassette } from "./cassette.ts";
import { Forwarder } from "./forwarder.ts";
import type { ForwardOptions } from "./forward_options.ts";
import { playedResponse } from "./played_response.ts";
import { type Miss, Player } from "./player.ts";
import { Redaction } from "./redaction.ts";
import type { ReplayOptions } from "./replay_options.ts";
import { Tape } from "./tape.ts";
import type { Watch } from "./watch.ts";

/** What a mock answers with where no rule does. */
export interface RecordingOptions {
  /** Recordings to answer from. */
  readonly replay?: Cassette | readonly Cassette[] | ReplayOptions | undefined;
  /** Where requests go that nothing answers. */
  readonly forward?: ForwardOptions | undefined;
}

/** Answers from recordings, then from the real endpoint. */
export class Recordings {
  readonly #clock: Clock;
  readonly #tape: Tape = new Tape();
  readonly #redaction: Redaction;
  readonly #player: Player | undefined;
  readonly #speed: number;
  readonly #forwarder: Forwarder | undefined;

  /**
   * @param options What to answer with.
   * @param clock Where time comes from.
   */
  constructor({ replay, forward }: RecordingOptions, clock: Clock) {
    const playing = replay && replayOptions(replay);
    this.#clock = clock;
    this.#speed = playing?.speed ?? 0;
    this.#redaction = new Redaction(forward?.redact);
    this.#player = playing && new Player(playing, this.#redaction);
    this.#forwarder = forward && new Forwarder(forward, clock, this.#tape);
  }

  /** Whether there is anything to answer with. */
  get isEmpty(): boolean {
    return this.#player === undefined && this.#forwarder === undefined;
  }

  /** Gives what was recorded so far. */
  cassette(): Cassette {
    return this.#tape.cassette();
  }

  /** Plays the recordings from their beginning: for one test, or for all. */
  rewind(testId?: string): void {
    this.#player?.rewind(testId);
  }

  /**
   * Answers a request.
   *
   * @param call The request.
   * @param provider Whose path it has.
   * @param watch The call it is.
   * @returns The response, or why there is none.
   * @throws {ProviderProblem} If the real endpoint gives no answer.
   * @throws The reason of the call's signal, if it aborts before there is an answer.
   */
  async answer(call: HttpCall, provider: ProviderId, watch: Watch): Promise<Response | Miss> {
    const { signal } = call;
    const found = this.#player?.take(this.#redaction.request(call), watch.testId);
    if (found !== undefined && !("miss" in found)) {
      watch.change({ source: "replay" });
      const options = { speed: this.#speed, clock: this.#clock, signal, watch };
      return await playedResponse(found, options);
    }
    if (this.#forwarder?.serves(provider)) {
      watch.change({ source: "forward" });
      return await this.#forwarder.send(call, provider, watch);
    }
    if (found !== undefined) return found;
    return { miss: `There is no address for '${provider}' in 'forward.to'`, isExhausted: false };
  }
}

function replayOptions(replay: NonNullable<RecordingOptions["replay"]>): ReplayOptions {
  if (Array.isArray(replay)) return { cassettes: replay };
  return "cassettes" in replay ? replay : { cassettes: [replay as Cassette] };
}
