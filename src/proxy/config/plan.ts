import type { JsonObject } from "../../wire/json.ts";

/** A configuration that was read and checked: what the proxy works by. Every duration is in milliseconds. */
export interface ProxyPlan {
  /** Where to listen. */
  readonly listen: { readonly hostname: string; readonly port: number };
  /** What clients must send one of; empty if everybody may ask. */
  readonly clientKeys: readonly string[];
  /** What opens the administration from elsewhere than loopback; `undefined` to open it to loopback alone. */
  readonly adminKey: string | undefined;
  /** What a client may send, and how long it may take. */
  readonly limits: LimitsPlan;
  /** Each model that clients may ask for, by name. */
  readonly models: ReadonlyMap<string, ModelPlan>;
  /** Each provider, by name. */
  readonly providers: ReadonlyMap<string, ProviderPlan>;
  /** Makes a model of a name that is not listed, such as `provider/model`; `undefined` where none may be asked for. */
  readonly unlisted: ((name: string) => ModelPlan | undefined) | undefined;
  /** How failed upstreams rest. */
  readonly backoff: BackoffPlan;
  /** How many more requests than came in may be sent because of failures. */
  readonly retryBudget: { readonly ratio: number; readonly perSecond: number } | undefined;
  /** How clients are kept on the upstream that served them. */
  readonly sessions: SessionPlan | undefined;
  /** How long running streams may take once the proxy is to stop, and how long to wait before it stops listening. */
  readonly drain: { readonly delayMs: number; readonly timeoutMs: number };
  /** The longest `Retry-After` that is sent to clients. */
  readonly maxRetryAfterMs: number;
  /** Where several proxies share what rests; `undefined` for one proxy alone. */
  readonly redis?: RedisPlan | undefined;
  /** The file that what rests is kept in over a restart; `undefined` for none. */
  readonly stateFile?: string | undefined;
  /** What was read but cannot be followed, one sentence each: the fields were ignored. */
  readonly warnings: readonly string[];
}

/** Bounds of what a client may do. */
export interface LimitsPlan {
  /** The largest body of a request, in bytes. */
  readonly maxBodyBytes: number;
  /** The largest sum of a request's header names and values, in bytes. */
  readonly maxHeaderBytes: number;
  /** The longest time a client may take to send its request. */
  readonly requestMs: number;
  /** The longest time a client may leave a stream unread. */
  readonly stallMs: number;
  /** The largest whole answer, in bytes. */
  readonly maxAnswerBytes: number;
  /** The largest event of a stream, in bytes. */
  readonly maxEventBytes: number;
}

/** How upstreams rest after failures. */
export interface BackoffPlan {
  /** The first rest. */
  readonly baseMs: number;
  /** What each further rest is multiplied by. */
  readonly factor: number;
  /** Which part of a rest is drawn at random, from 0 to 1. */
  readonly jitter: number;
  /** The longest rest that a provider's own hint may bring. */
  readonly maxHintMs: number;
  /** After how long a probe that has told nothing no longer keeps others away. */
  readonly probeMs: number;
}

/** A model that clients ask for. */
export interface ModelPlan {
  /** Its name. */
  readonly name: string;
  /** Where it is to be had, the first choice first. */
  readonly upstreams: readonly UpstreamPlan[];
  /** How the next upstream is chosen. */
  readonly strategy: "ordered" | "weighted" | "least_busy" | "latency";
  /** The names of the models to try when no upstream of this one answers. */
  readonly fallback: readonly string[];
  /** How many upstreams one request may be sent to. */
  readonly maxAttempts: number;
  /** How long a request may wait for the first upstream that stops resting. */
  readonly maxWaitMs: number;
}

/** One way to a model. What its configuration does not say is its provider's. */
export interface UpstreamPlan extends UpstreamSettingsPlan {
  /** `provider/model`; models that name the same pair share its rest and its slots. */
  readonly id: string;
  /** Who serves it. */
  readonly provider: ProviderPlan;
  /** The model's name there. */
  readonly model: string;
  /** Its share of the requests, with the strategies `weighted` and `least_busy`. */
  readonly weight: number;
  /** How many requests may run on it at once, besides what its provider allows. */
  readonly slots: SlotsPlan | undefined;
}

/** What can be said of a provider for all its upstreams, and of each upstream for itself. */
export interface UpstreamSettingsPlan {
  /** What shares its rest: its own scope, its provider's, or none. */
  readonly backoff: BackoffScopePlan | undefined;
  /** How long what may take. */
  readonly timeouts: TimeoutsPlan;
  /** What is done to the thoughts in its answers. */
  readonly think: ThinkPlan;
  /** What is done to requests to it. */
  readonly request: RequestPlan;
  /** Whether an answer that says nothing at all counts as one. */
  readonly allowEmpty: boolean;
  /** Whether a 400 makes the next upstream be tried. */
  readonly failoverOn400: boolean;
  /** After which silence a comment is sent to the client of a stream; `undefined` for never. */
  readonly keepaliveMs: number | undefined;
}

/** What shares a rest. */
export interface BackoffScopePlan {
  /** `upstream:<id>` or `provider:<name>`. */
  readonly id: string;
  /** The longest rest. */
  readonly capMs: number;
}

/** How many requests may run at once, and wait. */
export interface SlotsPlan {
  /** `upstream:<id>` or `provider:<name>`. */
  readonly id: string;
  /** How many may run at once. */
  readonly max: number;
  /** How many may wait for their turn. */
  readonly maxQueued: number;
  /** How long one may wait. */
  readonly queueMs: number;
}

/** A provider of models. */
export interface ProviderPlan {
  /** Its name. */
  readonly name: string;
  /** Where its API begins, without a slash at the end. */
  readonly url: string;
  /** Its keys; one is used by each request. */
  readonly keys: readonly string[];
  /** The longest rest of one key of several; `undefined` for the usual one. */
  readonly keyBackoffMs?: number | undefined;
  /** How its keys are sent. */
  readonly auth: "bearer" | "x-api-key" | "api-key" | "none";
  /** How many requests may run on it at once. */
  readonly slots: SlotsPlan | undefined;
}

/** How long the parts of an attempt may take. */
export interface TimeoutsPlan {
  /** To be connected. */
  readonly connectMs: number;
  /** From the request to the first real output of a stream. */
  readonly ttftMs: number;
  /** From one sign of life of a stream to the next. */
  readonly idleMs: number;
  /** The whole attempt. */
  readonly totalMs: number;
  /** From the finish of a stream to its end, for the count of tokens. */
  readonly graceMs: number;
}

/** What is done to thoughts between tags in the text of answers. */
export interface ThinkPlan {
  /** Nothing, moved to a field of their own, or thrown away. */
  readonly mode: "off" | "split" | "strip";
  /** The names of the tags, without angle brackets. */
  readonly tags: readonly string[];
  /** Whether answers begin within a thought, as the opening tag stood in the prompt. */
  readonly startsInside: boolean;
  /** Whether an opening tag counts only where no text came before it. */
  readonly onlyAtStart: boolean;
  /** Whether tags count in capitals as well, and with white space or attributes behind their names. */
  readonly loose?: boolean | undefined;
  /** Whether white space after a closing tag is dropped. */
  readonly trimAfter: boolean;
  /** Where split thoughts go. */
  readonly field: string;
}

/** What is done to requests. */
export interface RequestPlan {
  /** Merged into the body by RFC 7396, first to last. */
  readonly patches: readonly JsonObject[];
  /** The members of messages to drop, by name. */
  readonly dropFields: readonly string[];
  /** The member that assistant messages with tool calls must have their reasoning in; `undefined` for none. */
  readonly reasoningField: string | undefined;
  /** Whether that member may be an empty text when there is no reasoning. */
  readonly reasoningEmptyOk: boolean;
  /** What to do to the headers. */
  readonly headers: HeaderPlan;
}

/** What is done to the headers of a request. Names are in lower case. */
export interface HeaderPlan {
  /** Set, whatever the client sent. */
  readonly set: ReadonlyMap<string, string>;
  /** Not passed on. */
  readonly remove: ReadonlySet<string>;
  /** Passed on from the client beside what always is. */
  readonly forward: ReadonlySet<string>;
}

/** How clients are kept on an upstream. */
export interface SessionPlan {
  /** The header that names the session, in lower case. */
  readonly header: string;
  /** Whether the member `user` of the body names it where the header does not. */
  readonly fromUser: boolean;
  /** How long a session is remembered after its last request. */
  readonly ttlMs: number;
  /** How many are remembered. */
  readonly max: number;
}

/** A server that several proxies share what rests through. */
export interface RedisPlan {
  /** Where it is, with its user and password if it needs them. */
  readonly url: string;
  /** What the names of all keys begin with. */
  readonly prefix: string;
  /** How long one request may wait for it. */
  readonly timeoutMs: number;
}
