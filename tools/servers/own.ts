import { MockGPT } from "../../mock.ts";
import type { WireId } from "../../mod.ts";
import { HTTP_PROMPTS, httpConformance, runContract } from "../../testing.ts";
import type { Judged } from "./judged.ts";
import { CITIES, TEXTS } from "./peer.ts";

/** Judges MockGPT as it judges others, on a port. */
export async function judgeOwn(wires: readonly WireId[]): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const wire of wires) {
    const mock = new MockGPT({ rules: rules() });
    await using server = await mock.serve();
    const baseUrl = wire.startsWith("openai") ? `${server.url}/v1` : server.url;
    const inFlight = () => mock.records.filter(({ outcome }) => outcome === "pending").length;
    const report = await runContract(httpConformance({ baseUrl, wire, inFlight }));
    judged.push({ name: "MockGPT", version: "", wire, report });
  }
  return judged;
}

type Rules = NonNullable<NonNullable<ConstructorParameters<typeof MockGPT>[0]>["rules"]>;

function rules(): Rules {
  const texts = Object.entries(TEXTS).map(([name, result]) => ({
    prompt: HTTP_PROMPTS[name as keyof typeof TEXTS],
    result,
  }));
  const calls = Object.entries(CITIES).map(([name, cities]) => ({
    prompt: HTTP_PROMPTS[name as keyof typeof CITIES],
    result: { toolCalls: cities.map((city) => ({ name: "weather", arguments: { city } })) },
  }));
  return [...texts, ...calls];
}
