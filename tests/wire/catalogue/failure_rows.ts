import { toBytes } from "../../../src/bytes.ts";
import type { WireId } from "../../../src/wire/wire.ts";
import type { Fixture, Frame } from "./fixture.ts";
import { before, CALL, insert, TEXT } from "./fixture.ts";
import type { Row } from "./row.ts";
import { mixed, withValue } from "./row.ts";

const REASON_ENDS = "its reason stands on the frame that ends the turn";
const ERROR = { message: "Provider is busy", type: "server_error", code: "server_error" };

/** A whole turn whose last frame with a payload also reports an error, where the provider puts one. */
function errorBesideTheEnd(fixture: Fixture): Frame[] {
  const frames = fixture.turn(TEXT);
  const at = frames.findLastIndex(({ payload }) => typeof payload === "object");
  const holders: Partial<Record<WireId, string>> = {
    "openai-responses": "response",
    cohere: "delta",
  };
  const holder = holders[fixture.wire.id];
  const path = holder === undefined ? ["error"] : [holder, "error"];
  return frames.with(at, withValue(frames[at]!, path, ERROR));
}

function withNullError(frames: readonly Frame[]): Frame[] {
  return frames.map((frame) =>
    typeof frame.payload === "object" ? withValue(frame, ["error"], null) : frame
  );
}

function withFrame(name: string, payload: string): Row {
  return {
    name,
    ref: "ogx-ai/ogx#4744, mnfst/llm-gateway#2053",
    body: (fixture) => insert(fixture.turn(TEXT), [{ role: "open", payload }], "finish", "marker"),
    expected: "STREAM_PROTOCOL",
  };
}

function bodyOf(name: string, text: string, except: Row["except"]): Row {
  return {
    name: `a body of ${name}`,
    ref: "langgraphjs#2718, ggcode#446, 9router#3051, a2a-rs#79",
    body: () => toBytes(text),
    expected: "INCOMPLETE",
    ...(except ? { except } : {}),
  };
}

/** F. Failures inside a response with status 200, and frames of odd shapes. */
export const FAILURE_ROWS: readonly Row[] = [
  {
    name: "an error alone",
    ref: "vercel/ai#6534, rust-genai#245, gptel#1512",
    body: (fixture) => [fixture.error("busy")],
    expected: "PROVIDER",
  },
  {
    name: "an error behind content",
    ref: "Marinara#2659, clicky#132, agent-os#2137, vercel/ai#10653",
    body: (fixture) => [...before(fixture.turn(TEXT), "finish", "marker"), fixture.error("busy")],
    expected: "PROVIDER",
  },
  {
    name: "an error within a call",
    ref: "damianvtran/local-operator#223",
    body: (
      fixture,
    ) => [...before(fixture.turn(CALL), "close", "finish", "marker"), fixture.error("busy")],
    expected: "PROVIDER",
  },
  {
    name: "an error behind content, and then an end as if nothing were",
    ref: "OmniRoute#8210, rocketmq-dashboard#2178, odysseus#736, llama.cpp#14566",
    body: (fixture) => insert(fixture.turn(TEXT), [fixture.error("busy")], "finish", "marker"),
    expected: "PROVIDER",
  },
  {
    name: "an error between the reason and the end",
    ref: "bigduu/Bamboo-agent#383",
    body: (fixture) => insert(fixture.turn(TEXT), [fixture.error("busy")], "marker"),
    expected: "PROVIDER",
    cannot: { "openai-responses": REASON_ENDS, "ollama": REASON_ENDS, "cohere": REASON_ENDS },
  },
  {
    name: "an error beside a good reason",
    ref: "langchainjs#11579, damianvtran/local-operator#223, tryAGI/Cohere#178",
    body: errorBesideTheEnd,
    expected: "PROVIDER",
  },
  {
    name: "an event named error, with mere text",
    ref: "vercel/ai#6534",
    body: (fixture) =>
      mixed(
        fixture,
        before(fixture.turn(TEXT), "finish", "marker"),
        "event: error\ndata: busy\n\n",
      ),
    expected: "PROVIDER",
    cannot: { ollama: "its frames are lines without names" },
  },
  {
    name: "an error that is null on every frame",
    ref: "foundry-local#144",
    body: (fixture) => withNullError(fixture.turn(CALL)),
    expected: 'Hi|f({"q":1})',
  },
  {
    name: "the words of an error within the text",
    ref: "research/wires.md 6, number 10",
    body: (fixture) => fixture.turn({ text: ['{"error":', '{"message":"x"}}'] }),
    expected: '{"error":{"message":"x"}}',
  },
  {
    name: "frames that say nothing, everywhere",
    ref:
      "openai-node#1015, pydantic-ai#797, langchain#18977, semantic-kernel#3650, open-webui#1759",
    body: (fixture) => {
      const end = (frame: Frame) => frame.role === "finish" || frame.role === "marker";
      return fixture.turn(CALL).flatMap((frame) =>
        end(frame) ? [frame] : [frame, ...fixture.silent]
      );
    },
    expected: 'Hi|f({"q":1})',
  },
  withFrame("a frame that is no JSON", "oops"),
  withFrame("a frame that is null", "null"),
  withFrame("a frame that is a number", "5"),
  withFrame("a frame that is a text", '"text"'),
  withFrame("a frame that is a list", "[]"),
  bodyOf("HTML", "<!doctype html>\n<title>502 Bad Gateway</title>\n", {
    ollama: "STREAM_PROTOCOL",
  }),
  bodyOf("a JSON error", '{"error":{"message":"busy"}}', {
    ollama: "PROVIDER",
    gemini: "PROVIDER",
  }),
  bodyOf("blank lines", "\n\n\n", undefined),
  bodyOf("comments", ": OPENROUTER PROCESSING\n\n: ping\n\n", { ollama: "INCOMPLETE" }),
];
