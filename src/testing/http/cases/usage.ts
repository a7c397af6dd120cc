import { showValue } from "../../../checks/show_value.ts";
import { expectEqual, expectThat } from "../../contract/expectations.ts";
import { httpCases } from "../http_case_spec.ts";
import type { HttpCaseSpec } from "../http_case_spec.ts";
import type { HttpLab } from "../http_lab.ts";
import { expectShapes, memberAt } from "../shape.ts";
import type { UsageForm } from "../wires/server_wire.ts";
import { without } from "../wires/wire_parts.ts";

const one = httpCases("usage");

/** The counts of tokens. */
export const USAGE_HTTP_CASES: readonly HttpCaseSpec[] = [
  one("an answer that is not streamed counts its tokens, and the sums are right", async (lab) => {
    expectUsage(await wholeUsage(lab), lab.wire.usage);
  }, { needs: ["whole", "usage"] }),

  one("a stream counts its tokens, and the sums are right", async (lab) => {
    expectUsage(await streamUsage(lab), lab.wire.usage);
  }, { needs: ["usage"] }),

  one("a stream counts what the same answer counts that is not streamed", async (lab) => {
    const { input, output } = lab.wire.usage;
    const counts = (usage: unknown) => ({
      input: memberAt(usage, input),
      output: memberAt(usage, output),
    });
    expectEqual(
      counts(await streamUsage(lab)),
      counts(await wholeUsage(lab)),
      "the tokens of a stream",
    );
  }, { needs: ["whole", "usage", "sameAnswer"] }),

  one("a longer answer has more tokens, and the same question as many", async (lab) => {
    const { output } = lab.wire.usage;
    const short = countAt(await streamUsage(lab), output);
    const long = countAt(await streamUsage(lab, "long"), output);
    expectThat(
      long > short,
      `'${output}' of the long answer to be more than ${short}, that of the short one`,
      `it was ${long}`,
    );
  }, { needs: ["usage"] }),

  one("a stream does not count its tokens unless asked to", async (lab) => {
    const edit = (body: { readonly [key: string]: unknown }) => without(body, "stream_options");
    const answer = (await lab.ask({ stream: true, edit })).expectOk();
    const usage = lab.wire.streamUsage(answer.frames);
    expectThat(
      usage === undefined,
      "a stream without 'stream_options' to have no usage",
      `it has ${showValue(usage)}`,
    );
  }, {
    needs: ["usage"],
    lacks: ({ id }) => id === "openai-chat" ? undefined : `${id} always counts`,
  }),
];

async function wholeUsage(lab: HttpLab): Promise<unknown> {
  return lab.wire.usageOf((await lab.ask()).expectOk().json);
}

async function streamUsage(lab: HttpLab, prompt: "text" | "long" = "text"): Promise<unknown> {
  return lab.wire.streamUsage((await lab.ask({ prompt, stream: true })).expectOk().frames);
}

/** Gives a count, which must be there. */
function countAt(usage: unknown, path: string): number {
  expectShapes([{ where: "the usage", value: usage, shape: { [path]: "count" } }]);
  return Number(memberAt(usage, path));
}

function expectUsage(usage: unknown, form: UsageForm): void {
  const shape = Object.fromEntries(form.counts.map((path) => [path, "count" as const]));
  expectShapes([{ where: "the usage", value: usage, shape }]);
  const count = (path: string) => Number(memberAt(usage, path) ?? 0);
  for (const path of [form.input, form.output]) {
    expectThat(
      count(path) > 0,
      `'${path}' to be more than 0`,
      `it was 0: ${showValue(usage, 160)}`,
    );
  }
  if (form.total !== undefined) {
    const { path, of } = form.total;
    const sum = of.reduce((total, part) => total + count(part), 0);
    expectThat(
      count(path) === sum,
      `'${path}' to be ${sum}, the sum of ${of.join(", ")}`,
      `it was ${count(path)}: ${showValue(usage, 160)}`,
    );
  }
  for (const [part, whole] of form.within ?? []) {
    const expected = `'${part}' to be at most ${count(whole)}, which '${whole}' is`;
    expectThat(count(part) <= count(whole), expected, `it was ${count(part)}`);
  }
}
