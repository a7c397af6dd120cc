import type { ProviderId } from "../providers/provider.ts";

/** What of a recording is kept secret, besides what always is. */
export interface RedactOptions {
  /** Names of more headers, of requests and of responses, whose values are left out. */
  readonly headers?: readonly string[] | undefined;
  /** Names of more members of the query whose values are left out. */
  readonly query?: readonly string[] | undefined;
  /**
   * Gives the text of a body without its secrets. It is given the whole body, of a request or of a response; one
   * that is no UTF-8 with one character for each byte. What it leaves as it is keeps its pieces and their times.
   */
  readonly body?: ((text: string, side: "request" | "response") => string) | undefined;
}

/** Where requests go that no rule and no recording answers. */
export interface ForwardOptions {
  /**
   * The address of the real endpoint, or one for each provider. It is what stands before the path of a request,
   * which has its own `/v1`. Nothing of a request decides where it goes but the provider whose path it has.
   */
  readonly to: string | Readonly<Partial<Record<ProviderId, string>>>;
  /** What requests are sent with. @default {fetch} */
  readonly fetch?: typeof fetch | undefined;
  /** Whether what comes is recorded, for `cassette()`. @default {true} */
  readonly record?: boolean | undefined;
  /**
   * What is kept out of recordings, besides the values of headers and of members of the query that are secret by
   * their names (keys, tokens, cookies, signatures, organizations, projects), members of bodies and addresses that are
   * (keys, tokens, passwords, headers; docs/mock.md lists them), and those values wherever else they
   * stand.
   */
  readonly redact?: RedactOptions | undefined;
}
