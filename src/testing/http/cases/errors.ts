import type { JsonBody } from "../../../adapter/requests/http_request.ts";
import { expectThat } from "../../contract/expectations.ts";
import { httpCases } from "../http_case_spec.ts";
import type { HttpCaseSpec } from "../http_case_spec.ts";
import type { HttpAnswer } from "../http_answer.ts";
import type { HttpLab } from "../http_lab.ts";
import { expectShapes } from "../shape.ts";
import type { ServerWire } from "../wires/server_wire.ts";
import { without } from "../wires/wire_parts.ts";

const one = httpCases("errors");

/** The statuses of a request that is not as it should be. */
const BAD_REQUEST: readonly number[] = [400, 422];

const NO_MODEL = ({ id, namesModel }: ServerWire) =>
  namesModel ? undefined : `the path of ${id} names the model`;
const EMPTY_IS_FINE = ({ id, emptyIsFine }: ServerWire) =>
  emptyIsFine === undefined ? undefined : `on ${id}, ${emptyIsFine}`;

/** Requests that a server must refuse, and how. */
export const ERRORS_HTTP_CASES: readonly HttpCaseSpec[] = [
  one("a body that is no JSON is refused", (lab) => expectRefused(lab, () => '{"model":')),
  one("an empty body is refused", (lab) => expectRefused(lab, () => "")),
  one("a body that is a list is refused", (lab) => expectRefused(lab, () => "[]")),
  one("a request without a model is refused", async (lab) => {
    await expectRefused(lab, (body) => JSON.stringify(without(body, "model")));
  }, { lacks: NO_MODEL }),
  one("a request with an empty model is refused", async (lab) => {
    await expectRefused(lab, (body) => JSON.stringify({ ...body, model: "" }));
  }, { lacks: NO_MODEL }),
  one("a request without messages is refused", async (lab) => {
    await expectRefused(lab, (body) => JSON.stringify(without(body, lab.wire.conversation)));
  }, { lacks: EMPTY_IS_FINE }),
  one("a request with an empty list of messages is refused", async (lab) => {
    await expectRefused(lab, (body) => JSON.stringify({ ...body, [lab.wire.conversation]: [] }));
  }, { lacks: EMPTY_IS_FINE }),
  one("messages that are no list are refused", async (lab) => {
    await expectRefused(lab, (body) => JSON.stringify({ ...body, [lab.wire.conversation]: 7 }));
  }),
  one("a stream that is refused is no stream, and has the status of a failure", async (lab) => {
    const broken = (body: JsonBody) => JSON.stringify({ ...body, [lab.wire.conversation]: 7 });
    await expectRefused(lab, broken, true);
  }),

  one("an unknown path has status 404", async (lab) => {
    const { method, url, headers, body } = lab.call({});
    const nowhere = new URL(url);
    nowhere.pathname += "/no-such-path";
    const answer = await lab.read("an unknown path", nowhere, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    expectStatus(answer, [404]);
    await expectAnswered(lab);
  }),
  one("a method that there is not has status 404 or 405", async (lab) => {
    const { url, headers } = lab.call({});
    expectStatus(await lab.read("the method DELETE", url, { method: "DELETE", headers }), [
      404,
      405,
    ]);
    await expectAnswered(lab);
  }),
  one("after a request that was refused the next one is answered", async (lab) => {
    const answer = await sendBody(lab, () => '{"model":', false);
    expectThat(answer.status >= 400, `${answer.what} to be refused`, `it was ${answer.status}`);
    await expectAnswered(lab);
  }),
];

async function sendBody(
  lab: HttpLab,
  write: (body: JsonBody) => string,
  stream: boolean,
): Promise<HttpAnswer> {
  const { method, url, headers, body } = lab.call({ stream });
  const text = write(body);
  const what = text === "" ? "an empty body" : `the body ${beginning(text)}`;
  return await lab.read(what, url, { method, headers, body: text });
}

function beginning(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

async function expectRefused(
  lab: HttpLab,
  write: (body: JsonBody) => string,
  stream = false,
): Promise<void> {
  const answer = await sendBody(lab, write, stream);
  expectStatus(answer, BAD_REQUEST);
  const { media } = answer.contentType;
  expectThat(
    media === "application/json",
    `the refusal of ${answer.what} to have the content type application/json`,
    `it had ${media === "" ? "none" : media}: ${answer.excerpt}`,
  );
  const shape = lab.wire.errorShape(answer.status);
  expectShapes([{ where: `the refusal of ${answer.what}`, value: answer.json, shape }]);
  await expectAnswered(lab);
}

/** Makes sure that a server does not refuse everything: only then does a refusal say something. */
async function expectAnswered(lab: HttpLab): Promise<void> {
  void (await lab.ask({ stream: true })).turn;
}

function expectStatus(answer: HttpAnswer, statuses: readonly number[]): void {
  expectThat(
    statuses.includes(answer.status),
    `${answer.what} to be answered with status ${statuses.join(" or ")}`,
    `it was ${answer.status}: ${answer.excerpt}`,
  );
}
