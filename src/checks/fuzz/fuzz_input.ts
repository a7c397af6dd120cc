import { concatBytes } from "../../bytes.ts";
import type { Bytes } from "../../bytes.ts";
import { checkSsePrefix } from "../sse/check_sse_prefix.ts";
import type { SseReader } from "../sse/emit.ts";
import { readSse } from "../sse/read_sse.ts";
import type { ReadSseOptions } from "../sse/read_sse.ts";
import { checkSpelling } from "./check_spelling.ts";
import { bodyOf, placeOf, plainBodyOf } from "./fuzz_case.ts";
import type { FuzzCase } from "./fuzz_case.ts";
import type { Corpus } from "./fuzz_corpus.ts";
import { onlyTakes } from "./mutation.ts";
import { respell } from "./respelling.ts";
import type { Respellable, Respelling } from "./respelling.ts";

/** One body, and what is tried with it. */
export type FuzzInput =
  /** It is read. */
  | { readonly kind: "read"; readonly body: Bytes }
  /** It is read, and so is its beginning. */
  | { readonly kind: "prefix"; readonly body: Bytes; readonly cut: number }
  /** It is read, and so is the same in another spelling. */
  | {
    readonly kind: "spelling";
    readonly body: Bytes;
    readonly how: Respelling;
    readonly what: Respellable;
  };

/** What is tried with a case, one after the other. */
export function inputsOf(corpus: Corpus, one: FuzzCase): readonly FuzzInput[] {
  const body = bodyOf(corpus, one);
  const isComparable = corpus.endsAtMarker || one.mutations.every(onlyTakes);
  const first: FuzzInput = isComparable
    ? { kind: "prefix", body, cut: placeOf(one.cut, body) }
    : { kind: "read", body };
  const plain = plainBodyOf(corpus, one);
  const what = corpus.respellable;
  if (!plain || !what) return [first];
  return [first, { kind: "spelling", body: plain, how: one.respelling, what }];
}

/**
 * Tries an input.
 *
 * @throws {ContractViolation} If the reader breaks a rule.
 */
export async function tryInput(
  reader: SseReader,
  input: FuzzInput,
  options: ReadSseOptions,
): Promise<void> {
  switch (input.kind) {
    case "read":
      await readSse(reader, input.body, options);
      break;
    case "prefix":
      await checkSsePrefix(reader, input.body, input.cut, options);
      break;
    case "spelling":
      await checkSpelling(reader, input.body, spelled(input), options);
      break;
    default:
      input satisfies never;
  }
}

/** The bodies that are read of an input, whole ones. */
export function bodiesOf(input: FuzzInput): readonly [Bytes, ...Bytes[]] {
  return input.kind === "spelling" ? [spelled(input), input.body] : [input.body];
}

function spelled({ body, how, what }: Extract<FuzzInput, { kind: "spelling" }>): Bytes {
  return concatBytes(respell([body], how, what));
}
