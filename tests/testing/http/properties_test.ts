import fc from "fast-check";
import { MockGPT } from "../../../mock.ts";
import { isViolation } from "../../../testing.ts";
import { HttpAnswer } from "../../../src/testing/http/http_answer.ts";
import { HttpLab } from "../../../src/testing/http/http_lab.ts";
import { expectShapes } from "../../../src/testing/http/shape.ts";
import { SERVER_WIRES } from "../../../src/testing/http/wires/server_wires.ts";
import { concatBytes } from "../../../src/bytes.ts";
import { wireOf } from "../../../src/wire/wires.ts";
import { frameBytes, framesOf } from "../../support/bodies.ts";
import { modelResults } from "../../support/model_results.ts";
import { mutatedBody, mutatedFrames } from "../../support/mutations.ts";
import { turnEvents } from "../../support/turns.ts";
import { optionsFor, WIRE_IDS } from "./support.ts";

for (const id of WIRE_IDS) {
  const wire = SERVER_WIRES[id];

  Deno.test(`${id}: whatever MockGPT answers has the order, the members and the marker`, async () => {
    await fc.assert(
      fc.asyncProperty(modelResults(), async (result) => {
        const mock = new MockGPT({ rules: [{ result }] });
        const lab = new HttpLab({ ...optionsFor(id, "http://mock"), fetch: mock.fetch });
        const streamed = await lab.ask({ prompt: "tool", stream: true });
        const whole = await lab.ask({ prompt: "tool" });
        fc.pre(streamed.status === 200 && whole.status === 200);
        wire.expectOrder(streamed.frames);
        expectShapes(streamed.frames.flatMap((frame) => wire.frameShapes(frame)));
        expectShapes(wire.wholeShapes(whole.json));
        const last = streamed.frames.at(-1);
        return last !== undefined && wire.isTerminator(last);
      }),
      { numRuns: 60 },
    );
  });

  Deno.test(`${id}: whatever a server streams is judged with a sentence, if with anything`, () => {
    const encoded = turnEvents({ reasoning: "none" }).map((events) => framesOf(wireOf(id), events));
    const bodies = encoded.chain((frames) =>
      fc.oneof(
        mutatedBody(frameBytes(wireOf(id), frames)),
        mutatedFrames(frames).map((mutated) => concatBytes(frameBytes(wireOf(id), mutated))),
      )
    );
    fc.assert(
      fc.property(bodies, (body) => {
        const answer = new HttpAnswer(id, "a stream", new Response(null), body);
        const judge = [
          () => wire.expectOrder(answer.frames),
          () => expectShapes(answer.frames.flatMap((frame) => wire.frameShapes(frame))),
          () => void wire.streamUsage(answer.frames),
          () => void wire.endedChoices?.(answer.frames),
          () => void answer.frames.map((frame) => wire.constants(frame)),
          () => void answer.turn,
        ];
        return judge.every((run) => isJudged(run));
      }),
    );
  });
}

function isJudged(run: () => void): boolean {
  try {
    run();
    return true;
  } catch (error) {
    return isViolation(error);
  }
}
