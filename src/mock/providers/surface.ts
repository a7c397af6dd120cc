import type { JsonObject } from "../../wire/json.ts";
import type { Frame } from "../delivery/frame.ts";
import type { HttpCall } from "../http/http_call.ts";
import type { Ask } from "../request/ask.ts";
import type { Answer } from "../result/answer.ts";
import type { Problem } from "./problem.ts";
import type { Provider } from "./provider.ts";
import type { ReadContext } from "./read_context.ts";
import type { SurfaceId } from "./surface_id.ts";

/** One provider's endpoint that answers with a model's turn. It holds no state. */
export interface Surface {
  /** Its name. */
  readonly id: SurfaceId;
  /** Whose it is. */
  readonly provider: Provider;
  /**
   * Reads a request, and refuses what the provider would refuse.
   *
   * @param call The request.
   * @param body Its body, parsed: a JSON object.
   * @param params The named parts of its path.
   * @param context What of the mock it is read with.
   * @throws {ProviderProblem} If the provider would refuse it.
   */
  read(
    call: HttpCall,
    body: JsonObject,
    params: Readonly<Record<string, string>>,
    context: ReadContext,
  ): Ask;
  /**
   * Answers a request that asks for no turn, such as one that only loads a model; gives `undefined` for any
   * other.
   *
   * @param body The body of the request, parsed.
   * @param nowMs The time now, in milliseconds since 1970.
   * @throws {ProviderProblem} If the provider would refuse it.
   */
  readonly aside?: ((body: JsonObject, nowMs: number) => JsonObject | undefined) | undefined;
  /** Gives the body of an answer that is not streamed. */
  whole(answer: Answer): JsonObject;
  /** Gives the frames of an answer that is streamed, each when it is asked for. */
  frames(answer: Answer): Iterable<Frame>;
  /**
   * Gives the frames by which the provider says within a stream that it failed.
   *
   * @param problem What went wrong.
   * @param answer The answer that was being streamed.
   * @param sentFrames How many frames went before, on wires that number them.
   */
  problemFrames(problem: Problem, answer: Answer, sentFrames: number): Iterable<Frame>;
  /** What ends the lines of its events. @default {"\n"} */
  readonly lineEnd?: "\r\n" | undefined;
  /** Adds the usage so far to a frame, on wires whose chunks may carry it. */
  readonly withUsage?: ((frame: Frame, outputTokens: number, answer: Answer) => Frame) | undefined;
}
