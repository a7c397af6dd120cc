import type { Framing } from "../delivery/speller.ts";

/** What a response says its body is, by what carries its frames. */
export const CONTENT_TYPES: Readonly<Record<Framing, string>> = {
  "sse": "text/event-stream; charset=utf-8",
  "ndjson": "application/x-ndjson",
  "json-array": "application/json; charset=UTF-8",
  "whole": "application/json",
};
