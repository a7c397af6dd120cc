import { expectEqual, expectThat } from "../../contract/expectations.ts";
import { httpCases } from "../http_case_spec.ts";
import { expectKept } from "../expect_kept.ts";
import type { HttpCaseSpec } from "../http_case_spec.ts";
import type { HttpPrompts } from "../http_conformance_options.ts";
import type { Ask, HttpLab } from "../http_lab.ts";
import type { Answer } from "../wires/server_wire.ts";
import { gist } from "./answer.ts";

const one = httpCases("life");

/** How many clients leave, one after the other and at once. */
const LEAVERS = 10;

/** How long a slow reader pauses after a chunk, in milliseconds. */
const PAUSE_MS = 5;

/** Clients that leave, that are slow, and that are many. */
export const LIFE_HTTP_CASES: readonly HttpCaseSpec[] = [
  one("clients that leave amid a stream do not keep the next from an answer", async (lab) => {
    const due = (await lab.ask({ stream: true })).turn;
    for (let count = 0; count < LEAVERS; count++) await leave(lab, "at the first chunk");
    expectEqual(
      gist((await lab.ask({ stream: true })).turn),
      gist(due),
      "the answer after clients left",
    );
  }, { needs: ["sameAnswer"] }),
  one("clients that leave before the answer do not keep the next from one", async (lab) => {
    const due = (await lab.ask({ stream: true })).turn;
    await Promise.all(Array.from({ length: LEAVERS }, () => leave(lab, "at once")));
    expectEqual(
      gist((await lab.ask({ stream: true })).turn),
      gist(due),
      "the answer after clients left",
    );
  }, { needs: ["sameAnswer"] }),
  one("a client that leaves frees the server", async (lab) => {
    await longText(lab);
    for (let count = 0; count < LEAVERS; count++) await leave(lab, "at the first chunk");
    let last: number | undefined;
    const isFree = await lab.until(lab.letGoMs, async () => (last = await lab.inFlight()) === 0);
    expectThat(
      isFree,
      `inFlight() to be 0 after ${LEAVERS} clients left`,
      last === undefined ? "it did not answer" : `it was ${last} for ${lab.letGoMs} ms`,
    );
  }, { needs: ["inFlight"] }),

  one("a slow reader gets all of a long text", async (lab) => {
    const due = await longText(lab);
    const slow = await open(lab, "long");
    const { turn } = await lab.readRest("a long text, read slowly,", slow, PAUSE_MS);
    expectEqual(gist(turn), gist(due), "the long text, read slowly,");
  }, { needs: ["sameAnswer"] }),
  one("a reader that does not read keeps nobody else waiting", async (lab) => {
    const due = await longText(lab);
    const idle = await open(lab, "long");
    (await lab.ask({ stream: true })).expectOk();
    const { turn } = await lab.readRest("a long text, read late,", idle);
    expectEqual(gist(turn), gist(due), "the long text, read late,");
  }, { needs: ["sameAnswer"] }),

  one("requests at once do not mix", async (lab) => {
    await expectUnmixed(lab, ["text", "long", "unicode"]);
  }, { needs: ["sameAnswer"] }),
  one("tool calls at once do not mix", async (lab) => {
    await expectUnmixed(lab, ["text", "tool", "tools"]);
  }, { needs: ["tools", "parallelTools", "sameAnswer"] }),
];

async function longText(lab: HttpLab): Promise<Answer> {
  const { turn } = await lab.ask({ prompt: "long", stream: true });
  expectKept("long", turn);
  return turn;
}

/** Opens a stream and does not read it. */
async function open(lab: HttpLab, prompt: keyof HttpPrompts): Promise<Response> {
  const { method, url, headers, body } = lab.call({ prompt, stream: true });
  return await lab.send(`the prompt '${prompt}', streamed,`, url, {
    method,
    headers,
    body: JSON.stringify(body),
  });
}

async function leave(lab: HttpLab, when: "at once" | "at the first chunk"): Promise<void> {
  const stop = new AbortController();
  const { method, url, headers, body } = lab.call({ prompt: "long", stream: true });
  const init = { method, headers, body: JSON.stringify(body), signal: stop.signal };
  const sent = lab.send("a request whose client leaves", url, init);
  if (when === "at once") stop.abort();
  try {
    const response = await sent;
    const { status } = response;
    expectThat(status === 200, "a long text to be streamed", `the status was ${status}`);
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    stop.abort();
  }
}

async function expectUnmixed(lab: HttpLab, prompts: readonly (keyof HttpPrompts)[]): Promise<void> {
  const asks: Ask[] = prompts.map((prompt) => ({ prompt, stream: true }));
  const due: Answer[] = [];
  for (const prompt of prompts) {
    const { turn } = await lab.ask({ prompt, stream: true });
    expectKept(prompt, turn);
    due.push(turn);
  }
  const many = [...asks, ...asks, ...asks, ...asks];
  const answers = await Promise.all(many.map((ask) => lab.ask(ask)));
  for (const [index, answer] of answers.entries()) {
    const expected = gist(due[index % due.length]!);
    expectEqual(gist(answer.turn), expected, `the answer to ${answer.what} beside others`);
  }
}
