/** Every way of a stream through the proxy: the paths, and for chats what may be done to thoughts. */
import { type Bytes, concatBytes } from "../../../../src/bytes.ts";
import { type Lab, lab, received } from "../../support/lab.ts";
import type { Script, Step } from "../../support/scripted_upstream.ts";
import { type Voice, VOICES } from "./voice.ts";

/** One way. */
export interface Track {
  readonly name: string;
  readonly voice: Voice;
  readonly think: "off" | "split" | "strip";
}

/** All of them. */
export const TRACKS: readonly Track[] = [
  { name: "chat", voice: VOICES.chat, think: "off" },
  { name: "chat with thoughts split", voice: VOICES.chat, think: "split" },
  { name: "chat with thoughts stripped", voice: VOICES.chat, think: "strip" },
  { name: "completions", voice: VOICES.completions, think: "off" },
  { name: "messages", voice: VOICES.messages, think: "off" },
  { name: "responses", voice: VOICES.responses, think: "off" },
];

/** A test for each way. */
export function eachTrack(name: string, run: (track: Track) => Promise<void>): void {
  for (const track of TRACKS) Deno.test(`${name} (${track.name})`, () => run(track));
}

/** A proxy whose upstreams serve one way. */
export interface TrackLab extends Omit<Lab, "ask"> {
  /** Asks. */
  ask(init?: RequestInit, body?: Readonly<Record<string, unknown>>): Promise<Response>;
}

type Scripts = Parameters<typeof lab>[0];
type Config = NonNullable<Parameters<typeof lab>[1]>;

/** Sets one up. */
export function trackLab({ voice, think }: Track, scripts: Scripts, config: Config = {}): TrackLab {
  const made = lab(scripts, { ...config, provider: { think_tags: think, ...config.provider } });
  return {
    ...made,
    ask: (init = {}, body = {}) =>
      made.proxy.fetch(
        new Request(`http://proxy/v1${voice.path}`, {
          method: "POST",
          body: JSON.stringify({ ...voice.request, ...body }),
          ...init,
        }),
      ),
  };
}

/** The text of steps that are bytes. */
export function textOf(...parts: readonly Bytes[]): string {
  return new TextDecoder().decode(concatBytes(parts));
}

/** A whole turn that says `Hello`, step by step. */
export function turnOf({ pre, text, fin, usage, done }: Voice): readonly Bytes[] {
  return [pre, text("Hel"), text("lo"), fin, usage, done];
}

/** A stream of status 200. */
export function stream(...steps: readonly Step[]): Script {
  return { headers: { "content-type": "text/event-stream" }, steps };
}

/** A stream of one body that comes in two packets, for each place it can be cut at. */
export function cutEverywhere(body: Bytes, ...end: readonly Step[]): readonly Script[] {
  return Array.from(
    { length: body.length + 1 },
    (_, at) => stream(body.slice(0, at), body.slice(at), ...end),
  );
}

/** What a client gets while time passes. */
export async function receivedIn(
  { clock }: Pick<Lab, "clock">,
  ms: number,
  asked: Promise<Response>,
): Promise<{ readonly response: Response; readonly text: string; readonly isWhole: boolean }> {
  const got = asked.then(async (response) => ({ response, ...await received(response) }));
  got.catch(() => {});
  await clock.advance(ms);
  return await got;
}

/** What of the end of a stream its client can see. */
export function endOf(voice: Voice, text: string): { errors: number; ends: number } {
  const errors = text.match(/^(?:event: error|data: \{"error":)/gm)?.length ?? 0;
  const ends = text.match(new RegExp(voice.endRegExp, "gm"))?.length ?? 0;
  return { errors, ends };
}
