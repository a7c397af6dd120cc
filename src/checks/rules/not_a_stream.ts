import { toBytes } from "../../bytes.ts";
import { excerptOf } from "../excerpt.ts";
import { tellOutcome } from "../judge/expected_turn.ts";
import { isAcceptedFinish } from "../judge/honest.ts";
import { readReply } from "../judge/read.ts";
import type { Rule, RuleCase } from "../rule.ts";
import type { BodySample, WireSamples } from "../samples/samples.ts";

interface AnswerSample extends BodySample {
  /** The content type it is sent with. */
  readonly contentType: string;
}

const PAGE = "<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head>\n" +
  "<body>\n<h1>502 Bad Gateway</h1>\n</body></html>\n";

/**
 * What a proxy, a login page or a gateway answers in place of the provider has no events, and no
 * events are no turn.
 *
 * Public reports: langchain-ai/langgraphjs#2718, decolua/9router#3051.
 */
export const notAStream: Rule = {
  id: "not-a-stream",
  sentence: "A 200 without any event of a turn is an error.",
  cases: ({ samples }) => samples ? answers(samples).map(toCase) : [],
};

function answers({ wire, jsonErrors }: WireSamples): AnswerSample[] {
  const { contentType } = wire;
  const silence = wire.framing === "sse"
    ? { name: "comments only", body: toBytes(": ping\n\n: ping\n\n: ping\n\n") }
    : { name: "blank lines only", body: toBytes("\n\n\n") };
  return [
    { name: "an HTML page", body: toBytes(PAGE), contentType: "text/html" },
    { name: "an HTML page sent as a stream", body: toBytes(PAGE), contentType },
    ...jsonErrors.flatMap((sample): AnswerSample[] => [
      { ...sample, contentType: "application/json" },
      { ...sample, name: `${sample.name} sent as a stream`, contentType },
    ]),
    { name: "an empty body", body: toBytes(""), contentType },
    { ...silence, contentType },
  ];
}

function toCase({ name, body, contentType }: AnswerSample): RuleCase {
  return {
    name,
    async run(trial) {
      const outcome = await readReply(trial, { contentType, chunks: [body], end: "close" });
      if (outcome.kind === "error") return;
      if (outcome.kind === "unusable" && isAcceptedFinish(outcome.finish, trial)) return;
      trial.fail({
        expected: "an error, as the answer is no stream of the provider",
        actual: tellOutcome(outcome),
        excerpt: `content-type: ${contentType}, ${excerptOf(body)}`,
      });
    },
  };
}
