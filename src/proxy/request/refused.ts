import type { ErrorReport } from "../answer/error_answer.ts";

/** A request that cannot be served, and what its client is told. */
export class Refused extends Error {
  /** The class, by name. */
  override readonly name = "Refused";
  /** What the client is told. */
  readonly report: ErrorReport;
  /** Headers of the answer. */
  readonly headers: Readonly<Record<string, string>>;

  /**
   * Refuses a request.
   *
   * @param status The status.
   * @param report The rest of what is told.
   * @param headers Headers of the answer.
   */
  constructor(
    status: number,
    report: Pick<ErrorReport, "code" | "message"> & Partial<ErrorReport>,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(report.message);
    this.report = { type: "invalid_request_error", ...report, status };
    this.headers = headers;
  }
}
