import type { HeaderPlan, RequestPlan, UpstreamPlan } from "../../../src/proxy/config/plan.ts";

/** What a test says of an upstream; the rest does nothing. */
export interface UpstreamInit {
  /** Its model. */
  readonly model?: string;
  /** How its key is sent. */
  readonly auth?: UpstreamPlan["provider"]["auth"];
  /** What is done to bodies. */
  readonly request?: Partial<RequestPlan>;
  /** What is done to headers. */
  readonly headers?: Partial<HeaderPlan>;
}

/** Makes the plan of an upstream, as far as the editing of requests looks at it. */
export function upstreamPlan(init: UpstreamInit = {}): UpstreamPlan {
  const headers = { set: new Map(), remove: new Set(), forward: new Set(), ...init.headers };
  const request = {
    patches: [],
    dropFields: [],
    reasoningField: undefined,
    reasoningEmptyOk: false,
    headers,
    ...init.request,
  };
  const provider = { name: "p", url: "https://p.test/v1", auth: init.auth ?? "bearer" };
  return { id: "p/m", model: init.model ?? "m", provider, request } as unknown as UpstreamPlan;
}
