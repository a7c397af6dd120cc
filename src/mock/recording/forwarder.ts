import type { Bytes } from "../../bytes.ts";
import type { Clock } from "../../clock.ts";
import { printable } from "../../printable.ts";
import type { HttpCall } from "../http/http_call.ts";
import { invalid, ProviderProblem } from "../providers/problem.ts";
import type { ProviderId } from "../providers/provider.ts";
import type { RecordedEnd } from "./cassette.ts";
import type { ForwardOptions } from "./forward_options.ts";
import { forwardedHeaders, forwardedQuery, passedHeaders } from "./passed_headers.ts";
import { passingBody } from "./passing_body.ts";
import { type Piece, toRecordedPiece } from "./piece.ts";
import { Redaction } from "./redaction.ts";
import { withoutSecrets } from "./secrets.ts";
import { isBodiless, outcomeOf } from "./statuses.ts";
import type { Tape } from "./tape.ts";
import type { Watch } from "./watch.ts";

/** Asks the real endpoint, passes on what comes as it comes, and records it. */
export class Forwarder {
  readonly #options: ForwardOptions;
  readonly #redaction: Redaction;
  readonly #clock: Clock;
  readonly #tape: Tape;

  /**
   * @param options Where requests go, and what is kept of them.
   * @param clock Where time comes from.
   * @param tape Where exchanges are recorded.
   */
  constructor(options: ForwardOptions, clock: Clock, tape: Tape) {
    this.#options = options;
    this.#redaction = new Redaction(options.redact);
    this.#clock = clock;
    this.#tape = tape;
  }

  /** Whether there is an address for a provider's requests. */
  serves(provider: ProviderId): boolean {
    return this.#addressOf(provider) !== undefined;
  }

  /**
   * Forwards a request.
   *
   * @param call The request.
   * @param provider Whose path it has.
   * @param watch The call it is.
   * @throws {ProviderProblem} If the body is no text, or the endpoint gives no answer.
   * @throws The reason of the call's signal, if it aborts before there is an answer.
   */
  async send(call: HttpCall, provider: ProviderId, watch: Watch): Promise<Response> {
    const address = new URL(this.#addressOf(provider)!);
    requireText(call);
    const recorder = this.#recorder(call, watch);
    try {
      return this.#passed(await this.#ask(address, call), call, watch, recorder);
    } catch (error) {
      const endedMs = this.#clock.now();
      if (call.signal?.aborted) {
        watch.change({ outcome: "aborted", error, endedMs });
        throw call.signal.reason;
      }
      watch.change({ outcome: "failed", status: 502, retryable: true, error, endedMs });
      throw this.#unreachable(address, call, error);
    }
  }

  #addressOf(provider: ProviderId): string | undefined {
    const { to } = this.#options;
    return typeof to === "string" ? to : to[provider];
  }

  /** A redirection is the client's to follow, lest its keys go where nobody sent them. */
  async #ask(address: URL, call: HttpCall): Promise<Response> {
    const url = new URL(address);
    url.pathname = `${address.pathname.replace(/\/+$/, "")}${call.path}`;
    url.search = forwardedQuery(call.query).toString();
    const response = await (this.#options.fetch ?? fetch)(url, {
      method: call.method,
      headers: forwardedHeaders(call.headers),
      body: call.body === "" ? null : call.body,
      redirect: "manual",
      signal: call.signal ?? null,
    });
    if (response.status >= 200) return response;
    throw new TypeError(`It answered with the status ${response.status}`);
  }

  #passed(
    response: Response,
    call: HttpCall,
    watch: Watch,
    recorder: Recorder | undefined,
  ): Response {
    const { status, statusText, body } = response;
    const headers = passedHeaders(response.headers);
    recorder?.begin(status, headers);
    watch.change({ status });
    let bytes = 0;
    const onEnd = (how: RecordedEnd["how"], error?: unknown) => {
      recorder?.end(how);
      const outcome = outcomeOf(how, status);
      watch.change({ outcome, bytes, error, endedMs: this.#clock.now() });
    };
    if (body === null || isBodiless(status)) {
      body?.cancel().catch(() => {});
      onEnd("close");
      return new Response(null, { status, statusText, headers });
    }
    const onPiece = (piece: Bytes) => {
      recorder?.piece(piece);
      bytes += piece.length;
      watch.change({ bytes });
    };
    const passing = passingBody(body, { signal: call.signal, onPiece, onEnd });
    return new Response(passing, { status, statusText, headers });
  }

  #recorder(call: HttpCall, watch: Watch): Recorder | undefined {
    if (this.#options.record === false) return undefined;
    const redaction = this.#redaction;
    const request = redaction.request(call);
    const secrets = redaction.secretsOf(call);
    const done = this.#tape.begin();
    const afterMs = () => this.#clock.now() - watch.startedMs;
    const pieces: Piece[] = [];
    let head = { status: 0, headers: new Headers(), afterMs: 0 };
    return {
      begin: (status, headers) => void (head = { status, headers, afterMs: afterMs() }),
      // A copy, as who reads the body may do with its bytes what they like.
      piece: (bytes) => void pieces.push({ afterMs: afterMs(), bytes: bytes.slice() }),
      end(how) {
        const all = [...secrets, ...redaction.secretsInHeaders(head.headers)];
        done({
          request,
          response: {
            ...head,
            headers: redaction.headers(head.headers, all),
            pieces: redaction.pieces(pieces, all).map(toRecordedPiece),
            end: { afterMs: afterMs(), how },
          },
        });
      },
    };
  }

  #unreachable({ origin }: URL, call: HttpCall, error: unknown): ProviderProblem {
    const reason = withoutSecrets(String(error), this.#redaction.secretsOf(call));
    const message = `The mock cannot forward the request to ${origin}: ${printable(reason)}`;
    return new ProviderProblem({ kind: "server", status: 502, message, code: "mock_forward" });
  }
}

/** Bodies are read as text, which would not keep any other as it is. */
function requireText({ headers }: HttpCall): void {
  const type = headers.get("content-type") ?? "";
  if (!/^(?:multipart|audio|image|video)\/|^application\/octet-stream/i.test(type)) return;
  throw invalid(`The mock cannot forward a body of the type ${type}: it forwards text alone`);
}

/** Records one response. */
interface Recorder {
  begin(status: number, headers: Headers): void;
  piece(bytes: Bytes): void;
  end(how: RecordedEnd["how"]): void;
}
