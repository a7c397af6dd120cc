/** A program of a user of MockGPT, for its types only. */
import { fetchModel, type Model } from "@wholeturn/wholeturn";
import {
  type Cassette,
  type Chaos,
  type Clock,
  type Delivery,
  type Explanation,
  type Fault,
  type Fixtures,
  type GeneratedResult,
  type Generator,
  generators,
  type Injection,
  MockError,
  MockGPT,
  type MockGptOptions,
  type MockRecord,
  type ModelResult,
  readFixtures,
  type Rule,
  type Server,
  type TurnEvent,
  type Verdict,
} from "@wholeturn/wholeturn/mock";
import { ManualClock } from "@wholeturn/wholeturn/testing";

const fault: Fault = { kind: "reset", afterFrames: 3 };
const delivery: Delivery = { timing: { tokensPerSecond: 50 }, faults: [fault] };
const result: ModelResult = { content: { ok: true }, toolCalls: [{ name: "f", arguments: {} }] };
const shout: Generator = ({ model }, { prompt, random }) =>
  random() < 2 ? prompt.toUpperCase() : model;

const rules: readonly Rule[] = [
  { model: /^gpt/, prompt: "hi", result, delivery },
  { surface: ["gemini", "ollama"], tool: "f", toolResult: { text: /ok/ }, generator: shout },
  { test: (request, { turn }) => request.stream && turn > 0, generator: generators.echo() },
  { sequence: [{ result: "1" }, { response: { hang: true } }], then: "cycle", optional: true },
];

const clock: Clock = new ManualClock();
const chaos: Chaos = { onCall: { 2: { fault } }, faults: [{ probability: 0.1, fault }] };

/** What a mock may be made of. */
export const options: MockGptOptions = { rules, seed: 1, clock, delivery, chaos };

/** Adds fixtures to a mock. */
export function load(mock: MockGPT, file: unknown): readonly string[] {
  const fixtures: Fixtures = readFixtures(file, "file.json");
  mock.append(...fixtures.rules);
  return fixtures.notes;
}

/** A model that asks a mock. */
export function modelOn(mock: MockGPT): Model {
  return fetchModel({ wire: "ollama", baseUrl: "http://mock", model: "m", fetch: mock.fetch });
}

/** Uses a mock in every way. */
export async function use(mock: MockGPT, injection: Injection): Promise<string> {
  const request = { model: "m", messages: [{ role: "user", content: "hi" }] } as const;
  const answer: GeneratedResult = await mock.generate(request);
  const events: TurnEvent[] = [];
  for await (const event of mock.stream(request)) events.push(event);
  const server: Server = await mock.serve({ port: 0 });
  await server.close();
  mock.injectNext(injection);
  const explanation: Explanation = mock.explain(request);
  const verdict: Verdict = mock.verdict({ maxAttempts: 3 });
  const record: MockRecord | undefined = mock.records[0];
  const cassette: Cassette = mock.cassette();
  new MockGPT({ replay: { cassettes: [cassette], speed: 1 } }).reset();
  try {
    mock.assertDone();
  } catch (error) {
    if (error instanceof MockError && error.code === "MOCK_NOT_DONE") return error.message;
  }
  return [answer.content, explanation.text, verdict.text, record?.outcome ?? ""].join("\n");
}
