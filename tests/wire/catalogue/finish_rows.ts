import type { Fixture, Frame } from "./fixture.ts";
import { before, CALL, insert, TEXT, through } from "./fixture.ts";
import type { Row } from "./row.ts";
import { withValue } from "./row.ts";

const REASON_ENDS = "its reason stands on the frame that ends the turn";
const REASON_ALONE = "its reason stands on a frame of its own";
const NO_WORD = "it has no word for that";

/** The frames that give a reason, and do not end the turn. */
function reasonFrames(fixture: Fixture, reason: unknown): Frame[] {
  return fixture.turn({ ...TEXT, reason }).filter(({ role }) => role === "finish");
}

/** Puts the reason on the frame of the last text. */
function mergeReason(fixture: Fixture): Frame[] {
  const head = through(fixture.turn(TEXT), "text");
  const last = head.at(-1)!;
  const rest = head.slice(0, -1);
  switch (fixture.wire.id) {
    case "openai-chat":
      return [
        ...rest,
        withValue(last, ["choices", 0, "finish_reason"], "stop"),
        { role: "marker", payload: "[DONE]" },
      ];
    case "gemini":
      return [...rest, withValue(last, ["candidates", 0, "finishReason"], "STOP")];
    default:
      return [...rest, withValue(withValue(last, ["done"], true), ["done_reason"], "stop")];
  }
}

/** C. How turns end. */
export const FINISH_ROWS: readonly Row[] = [
  {
    name: "a whole turn of text",
    ref: "baseline",
    body: (fixture) => fixture.turn(TEXT),
    expected: "Hello",
  },
  {
    name: "a turn with nothing to say",
    ref: "baseline",
    body: (fixture) => fixture.turn({}),
    expected: "",
  },
  {
    name: "the end told twice",
    ref: "ai-dynamo/dynamo#4154, nyroway/nyro#162",
    body(fixture) {
      const frames = fixture.turn(TEXT);
      const role = frames.some((frame) => frame.role === "finish") ? "finish" : "marker";
      return insert(frames, frames.filter((frame) => frame.role === role), role);
    },
    expected: "Hello",
  },
  {
    name: "two ends that contradict each other",
    ref: "ai-dynamo/dynamo#4154",
    body: (fixture) =>
      insert(fixture.turn(TEXT), reasonFrames(fixture, fixture.words.length), "finish"),
    expected: "STREAM_PROTOCOL",
    // A closing STOP does not take back that the turn was cut.
    except: { gemini: "LENGTH" },
    cannot: { "openai-responses": REASON_ENDS, "ollama": REASON_ENDS, "cohere": REASON_ENDS },
  },
  {
    name: "an empty reason, and then the real one",
    ref: "adolfousier/opencrabs#1499",
    body: (fixture) => insert(fixture.turn(TEXT), reasonFrames(fixture, ""), "finish"),
    expected: "Hello",
    cannot: { "openai-responses": REASON_ENDS, "ollama": REASON_ENDS, "cohere": REASON_ENDS },
  },
  {
    name: "an end that gives no reason",
    ref: "apache/maka#2297",
    body: (fixture) => fixture.turn({ ...TEXT, reason: "" }),
    // Where a marker ends the turn, a provider need not say why: research/seeds.md 0.4.
    expected: "Hello",
    except: {
      "openai-responses": "STREAM_PROTOCOL",
      "anthropic-messages": "STREAM_PROTOCOL",
      "gemini": "INCOMPLETE",
    },
  },
  {
    name: "an intermediate reason, and more text",
    ref: "0xPlaygrounds/rig#2328, Chevey339/kelivo#1003, songquanpeng/one-api#1477",
    body: (fixture) => {
      const frames = fixture.turn(TEXT);
      const head = before(frames, "text");
      const [first, ...rest] = frames.slice(head.length);
      return [...head, first!, ...reasonFrames(fixture, fixture.words.stop), ...rest];
    },
    expected: "STREAM_PROTOCOL",
    except: { gemini: "Hello" },
    cannot: { "openai-responses": REASON_ENDS, "ollama": REASON_ENDS, "cohere": REASON_ENDS },
  },
  {
    name: "text behind the reason",
    ref: "bide",
    body: (fixture) => {
      const frames = fixture.turn(TEXT);
      return insert(frames, frames.filter(({ role }) => role === "text"), "marker");
    },
    expected: "STREAM_PROTOCOL",
    // The reason was an intermediate one, and the last is missing.
    except: { gemini: "INCOMPLETE" },
    cannot: { "openai-responses": REASON_ENDS, "ollama": REASON_ENDS, "cohere": REASON_ENDS },
  },
  {
    name: "text, an error and no JSON behind the end of the turn",
    ref: "issue 2, section 4",
    body: (fixture) => [
      ...fixture.turn(TEXT),
      ...fixture.turn(TEXT),
      fixture.error("late"),
      { role: "text", payload: "late" },
    ],
    expected: "Hello",
    cannot: { gemini: "its turn ends with the body" },
  },
  {
    name: "the reason on the frame of the last text",
    ref: "maximhq/bifrost#4963, agentjido/req_llm#638",
    body: mergeReason,
    expected: "Hello",
    cannot: {
      "openai-responses": REASON_ALONE,
      "anthropic-messages": REASON_ALONE,
      "cohere": REASON_ALONE,
    },
  },
  {
    name: "a turn cut at its length limit",
    ref: "0xPlaygrounds/rig#2248, theopenco/llmgateway#2974",
    body: (fixture) => fixture.turn({ ...TEXT, reason: fixture.words.length }),
    expected: "LENGTH",
  },
  {
    name: "whole calls in a turn cut at its length limit",
    ref: "langchain-ai/langchainjs#11471",
    body: (fixture) => fixture.turn({ ...CALL, reason: fixture.words.length }),
    expected: "LENGTH",
  },
  {
    name: "a turn that a filter withheld",
    ref: "librefang/librefang#3450, openai/openai-agents-python#3769, lobehub/lobehub#17700",
    body: (fixture) => fixture.turn({ reason: fixture.words.filtered }),
    expected: "FILTERED",
    cannot: { ollama: NO_WORD, cohere: NO_WORD },
  },
  {
    name: "an unknown reason",
    ref: "apache/maka#2297, CherryHQ/cherry-studio#16079",
    body: (fixture) => fixture.turn({ ...TEXT, reason: "abandoned" }),
    expected: "STREAM_PROTOCOL",
  },
  {
    name: "tool use without a call",
    ref: "bide",
    body: (fixture) => fixture.turn({ ...TEXT, reason: fixture.words.toolUse }),
    expected: "STREAM_PROTOCOL",
    cannot: { "openai-responses": NO_WORD, "gemini": NO_WORD },
  },
  {
    name: "a call and a plain end",
    ref: "OpenAI's forced tool_choice",
    body: (fixture) => fixture.turn({ ...CALL, reason: fixture.words.stop }),
    expected: 'Hi|f({"q":1})',
  },
];
