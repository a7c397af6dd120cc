import { expectThat } from "../../contract/expectations.ts";
import { expectKept } from "../expect_kept.ts";
import { httpCases } from "../http_case_spec.ts";
import type { HttpCaseSpec } from "../http_case_spec.ts";
import type { HttpAnswer } from "../http_answer.ts";
import type { HttpLab } from "../http_lab.ts";

const one = httpCases("content");

/** What answers say they are, and whether they are what was asked for. */
export const CONTENT_HTTP_CASES: readonly HttpCaseSpec[] = [
  one("an answer that is not streamed is JSON, and says so", async (lab) => {
    expectJson(await lab.ask());
  }, { needs: ["whole"] }),

  one("a stream says that it is one, in UTF-8", async (lab) => {
    expectStream(lab, await lab.ask({ stream: true }));
  }),

  one("nothing is streamed that was not asked to be, whatever 'accept' says", async (lab) => {
    expectJson(await lab.ask({ headers: { accept: lab.wire.streamType } }));
    expectJson(await lab.ask({ headers: { accept: "*/*" } }));
  }, { needs: ["whole"] }),

  one("what was asked to be streamed is, whatever 'accept' says", async (lab) => {
    expectStream(lab, await lab.ask({ stream: true, headers: { accept: "application/json" } }));
    expectStream(lab, await lab.ask({ stream: true, headers: { accept: "*/*" } }));
  }),

  one("a request may name its charset", async (lab) => {
    const headers = { "content-type": "application/json; charset=utf-8" };
    void (await lab.ask({ stream: true, headers })).turn;
  }),
];

/** Makes sure that the answer to the prompt `text` is JSON, and says so. */
export function expectJson(answer: HttpAnswer): void {
  answer.expectOk();
  const { media, charset } = answer.contentType;
  const isJson = media === "application/json" && (charset ?? "utf-8") === "utf-8";
  expectThat(
    isJson,
    `the answer to ${answer.what} to have the content type application/json`,
    `it had ${answer.headers.get("content-type") ?? "none"}: ${answer.excerpt}`,
  );
  expectKept("text", answer.first);
}

function expectStream({ wire }: HttpLab, answer: HttpAnswer): void {
  answer.expectOk();
  const { media, charset } = answer.contentType;
  const isNdjson = wire.streamType === "application/x-ndjson" && media === "application/ndjson";
  expectThat(
    (media === wire.streamType || isNdjson) && (charset ?? "utf-8") === "utf-8",
    `the answer to ${answer.what} to have the content type ${wire.streamType}`,
    `it had ${answer.headers.get("content-type") ?? "none"}: ${answer.excerpt}`,
  );
  void answer.frames;
}
