import type { Frame, FramePart } from "../delivery/frame.ts";
import type { SurfaceId } from "../providers/surface_id.ts";
import type { CapturedFrame } from "./captured_frame.ts";

/** The endpoints whose events have the name that their payloads call `type`. */
const NAMED: ReadonlySet<SurfaceId> = new Set<SurfaceId>([
  "openai-responses",
  "anthropic-messages",
  "cohere",
]);

/** What parts of a stream events with names are; others are content. */
const PARTS: Readonly<Record<string, FramePart>> = {
  "message_start": "open",
  "message-start": "open",
  "response.created": "open",
  "response.in_progress": "open",
  "ping": "ping",
  "error": "problem",
  "message_delta": "finish",
  "message-end": "finish",
  "response.completed": "finish",
  "response.incomplete": "finish",
  "response.failed": "finish",
  "message_stop": "marker",
};

/** Where payloads without names tell why the turn is over. */
const FINISH_REGEXP = /"(?:finish_reason|finishReason)"\s*:\s*"|"done"\s*:\s*true\b/;
const USAGE_REGEXP = /"choices"\s*:\s*\[\s*\]/;
const TYPE_REGEXP = /^\s*\{\s*"type"\s*:\s*"([\w.-]+)"/;

/**
 * Gives captured frames as frames to deliver, so that faults find their parts; each frame of content counts as one
 * token.
 *
 * @param frames The frames.
 * @param surface The endpoint they are for.
 */
export function* capturedFrames(
  frames: readonly CapturedFrame[],
  surface: SurfaceId,
): Generator<Frame> {
  for (const frame of frames) {
    const { event, data } = typeof frame === "string" ? { event: undefined, data: frame } : frame;
    const name = event ?? (NAMED.has(surface) ? typeOf(data) : undefined);
    const part = partOf(name, data);
    const isMultiline = /[\r\n]/.test(data);
    yield { event: name, data, isMultiline, part, tokens: part === "content" ? 1 : 0 };
  }
}

/** Most payloads begin with their type, which spares the parsing. */
function typeOf(data: string): string | undefined {
  const first = TYPE_REGEXP.exec(data)?.[1];
  if (first !== undefined) return first;
  try {
    const { type } = JSON.parse(data) as { readonly type?: unknown };
    return typeof type === "string" ? type : undefined;
  } catch {
    return undefined;
  }
}

function partOf(name: string | undefined, data: string): FramePart {
  if (data.trim() === "[DONE]") return "marker";
  if (name !== undefined) return Object.hasOwn(PARTS, name) ? PARTS[name]! : "content";
  if (FINISH_REGEXP.test(data)) return "finish";
  return USAGE_REGEXP.test(data) ? "usage" : "content";
}
