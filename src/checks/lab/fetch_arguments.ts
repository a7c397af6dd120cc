/** The address that a `fetch` is asked for, as text. @throws {TypeError} If it is none. */
export function urlOf(input: RequestInfo | URL): string {
  return new URL(isRequest(input) ? input.url : input).href;
}

/** The signal that counts for a `fetch`: the one beside a request stands before the one in it. */
export function signalOf(input: RequestInfo | URL, init?: RequestInit): AbortSignal | undefined {
  if (init?.signal !== undefined) return init.signal ?? undefined;
  return isRequest(input) ? input.signal : undefined;
}

/** By its shape: a library may bring a `Request` class of its own. */
function isRequest(input: RequestInfo | URL): input is Request {
  return typeof input === "object" && "url" in input;
}
