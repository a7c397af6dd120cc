import type { Bytes } from "../../bytes.ts";
import { ModelError } from "../../errors.ts";
import type { TurnEvent } from "../../turn/turn.ts";
import { isObject } from "../../wire/json.ts";
import type { JsonObject } from "../../wire/json.ts";
import { BodyDecoder } from "../../wire/body_decoder.ts";
import type { WireId } from "../../wire/wire.ts";
import { wireOf } from "../../wire/wires.ts";
import { broken, thrownText } from "../contract/expectations.ts";
import { excerpt, framesOf, textOf } from "./frame.ts";
import type { Frame } from "./frame.ts";
import type { Answer } from "./wires/server_wire.ts";
import { SERVER_WIRES } from "./wires/server_wires.ts";

/** What a server answered, read to its end. */
export class HttpAnswer {
  /** What was asked, for messages. */
  readonly what: string;
  /** The status. */
  readonly status: number;
  /** The headers. */
  readonly headers: Headers;
  /** The body. */
  readonly body: Bytes;
  readonly #wire: WireId;

  /**
   * @param wire The wire.
   * @param what What was asked, for messages.
   * @param response What came, without its body.
   * @param body Its body.
   */
  constructor(
    wire: WireId,
    what: string,
    response: Pick<Response, "status" | "headers">,
    body: Bytes,
  ) {
    this.#wire = wire;
    this.what = what;
    this.status = response.status;
    this.headers = response.headers;
    this.body = body;
  }

  /** The content type, in small letters: without its parameters, and their text. */
  get contentType(): { readonly media: string; readonly charset: string | undefined } {
    const [media = "", ...rest] = (this.headers.get("content-type") ?? "").toLowerCase().split(";");
    const charset = rest.map((part) => part.trim()).find((part) => part.startsWith("charset="));
    return { media: media.trim(), charset: charset?.slice("charset=".length).replaceAll('"', "") };
  }

  /** The beginning of the body. */
  get excerpt(): string {
    return excerpt(textOf(this.body));
  }

  /** Makes sure that it is no failure. */
  expectOk(): this {
    if (this.status === 200) return this;
    throw broken(
      `${this.what} to be answered with status 200`,
      `it was ${this.status}: ${this.excerpt}`,
    );
  }

  /** The body as a JSON object. */
  get json(): JsonObject {
    try {
      const value: unknown = JSON.parse(textOf(this.body));
      if (isObject(value)) return value;
    } catch {
      // Said below.
    }
    throw broken(`the answer to ${this.what} to be a JSON object`, `it was ${this.excerpt}`);
  }

  /** The frames of a stream. */
  get frames(): readonly Frame[] {
    return framesOf(this.body, wireOf(this.#wire).framing);
  }

  /** The answers of the model in a body that is not streamed. */
  get whole(): readonly Answer[] {
    return SERVER_WIRES[this.#wire].answers(this.expectOk().json);
  }

  /** The first of them. */
  get first(): Answer {
    const [first] = this.whole;
    if (first !== undefined) return first;
    throw broken(`the answer to ${this.what} to have a choice`, `it has none: ${this.excerpt}`);
  }

  /** The turn of a stream, as a client reads it. */
  get turn(): Answer {
    return gather(this.#events());
  }

  /** How many pieces a client reads the text of a stream in. */
  get pieces(): number {
    return this.#events().filter(({ type }) => type === "text").length;
  }

  #events(): readonly TurnEvent[] {
    this.expectOk();
    try {
      const decoder = new BodyDecoder(wireOf(this.#wire));
      const events = decoder.push(this.body);
      decoder.end(events);
      return events;
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      throw broken(
        `the stream for ${this.what} to be a whole turn`,
        `it is ${thrownText(error)}`,
        error,
      );
    }
  }
}

/** Puts the pieces of a turn together, whatever their end says. */
function gather(events: readonly TurnEvent[]): Answer {
  const calls: { id: string; name: string; arguments: string }[] = [];
  let text = "";
  let raw = "";
  for (const event of events) {
    if (event.type === "text") text += event.text;
    if (event.type === "finish") raw = event.finish.raw;
    if (event.type !== "tool_call") continue;
    const call = calls[event.index] ??= { id: "", name: "", arguments: "" };
    call.id ||= event.id ?? "";
    call.name ||= event.name ?? "";
    call.arguments += event.arguments;
  }
  return { text, raw, calls: calls.filter((call) => call !== undefined) };
}
