import type { Bytes } from "../../../src/bytes.ts";
import type { Fixture, Frame } from "./fixture.ts";
import { before, bytesOf, CALL, TEXT, through } from "./fixture.ts";
import type { Row } from "./row.ts";

const REASON_ENDS = "its reason stands on the frame that ends the turn";
const WHOLE_CALLS = "it sends each call whole, in one frame";

/** Frames without the last of their role, and all behind it. */
function cutBeforeLast(frames: readonly Frame[], role: Frame["role"]): Frame[] {
  return through(frames, role).slice(0, -1);
}

/** The bytes of the frames up to the last of a role, cut in the middle of that one. */
function cutInside({ wire }: Fixture, frames: readonly Frame[], role: Frame["role"]): Bytes {
  const start = bytesOf(wire, cutBeforeLast(frames, role)).length;
  const whole = bytesOf(wire, through(frames, role));
  return whole.slice(0, (start + whole.length) >> 1);
}

/** A. Streams that are cut, and end cleanly. */
export const TRUNCATION_ROWS: readonly Row[] = [
  { name: "nothing at all", ref: "langgraphjs#2718", body: () => [], expected: "INCOMPLETE" },
  {
    name: "what opens a turn, and no more",
    ref: "earendil-works/pi#8460",
    body: (fixture) => before(fixture.turn(TEXT), "text"),
    expected: "INCOMPLETE",
  },
  {
    name: "the first piece of the text, and no more",
    ref: "vercel/ai#19165, griffinwork40/agent-afk#635, SamSaffron/term-llm#954",
    body: (fixture) => cutBeforeLast(fixture.turn(TEXT), "text"),
    expected: "INCOMPLETE",
  },
  {
    name: "the whole text, but no end",
    ref: "anomalyco/opencode#26170, coder/xum#3415, tashfeenahmed/freellmapi#1288",
    body: (fixture) => before(fixture.turn(TEXT), "finish", "marker"),
    expected: "INCOMPLETE",
  },
  {
    name: "a piece of text cut in its bytes",
    ref: "antiwork/gumroad#7468",
    body: (fixture) => cutInside(fixture, fixture.turn(TEXT), "text"),
    expected: "INCOMPLETE",
  },
  {
    name: "a reason, but no marker",
    ref: "anthropics/anthropic-sdk-typescript#893, #920",
    body: (fixture) => before(fixture.turn(TEXT), "marker"),
    expected: "INCOMPLETE",
    cannot: {
      "openai-responses": REASON_ENDS,
      "ollama": REASON_ENDS,
      "cohere": REASON_ENDS,
      "gemini": "it has no marker",
    },
  },
  {
    name: "the frame with the reason cut in its bytes",
    ref: "BerriAI/litellm#32686",
    body(fixture) {
      const frames = fixture.turn(TEXT);
      const role = frames.some((frame) => frame.role === "finish") ? "finish" : "marker";
      return cutInside(fixture, frames, role);
    },
    expected: "INCOMPLETE",
  },
  {
    name: "arguments cut between two pieces",
    ref: "anthropics/anthropic-sdk-typescript#842, CommandCodeAI/command-code#785",
    body: (fixture) => cutBeforeLast(fixture.turn(CALL), "call"),
    expected: "INCOMPLETE",
    cannot: { gemini: WHOLE_CALLS, ollama: WHOLE_CALLS },
  },
  {
    name: "arguments cut in their bytes",
    ref: "xiaoyu-work/claw-os#11",
    body: (fixture) => cutInside(fixture, fixture.turn(CALL), "call"),
    expected: "INCOMPLETE",
  },
  {
    name: "whole arguments, but the call not closed",
    ref: "ltmoerdani/opencode-copilot-chat#187",
    body: (fixture) => through(fixture.turn(CALL), "call"),
    expected: "INCOMPLETE",
  },
  {
    name: "a whole call, but no end",
    ref: "ltmoerdani/opencode-copilot-chat#188",
    body: (fixture) => before(fixture.turn(CALL), "finish", "marker"),
    expected: "INCOMPLETE",
  },
  {
    name: "a gateway's [DONE] in place of the end",
    ref: "bigduu/Bamboo-agent#383, can1357/oh-my-pi#9433",
    body: (fixture) => [
      ...before(fixture.turn(TEXT), "finish", "marker"),
      { role: "marker", payload: "[DONE]" },
    ],
    expected: "INCOMPLETE",
    except: {
      // There it is the marker, and a turn may end without a word: research/seeds.md 0.4.
      "openai-chat": "Hello",
      "ollama": "STREAM_PROTOCOL",
    },
  },
  {
    name: "cut arguments, and a gateway's [DONE]",
    ref: "OpenRouterTeam/ai-sdk-provider#558",
    body: (fixture) => [
      ...cutBeforeLast(fixture.turn(CALL), "call"),
      { role: "marker", payload: "[DONE]" },
    ],
    expected: "INCOMPLETE",
    except: { "openai-chat": "TRUNCATED_TOOL_ARGUMENTS" },
    cannot: { gemini: WHOLE_CALLS, ollama: WHOLE_CALLS },
  },
];
