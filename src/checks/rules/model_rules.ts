import type { Rule } from "../rule.ts";
import { abortIsNotAnEnd } from "./abort_is_not_an_end.ts";
import { afterMarker } from "./after_marker.ts";
import { chunkShapes } from "./chunk_shapes.ts";
import { errorInStream } from "./error_in_stream.ts";
import { finishReason } from "./finish_reason.ts";
import { framing } from "./framing.ts";
import { notAStream } from "./not_a_stream.ts";
import { oneFinish } from "./one_finish.ts";
import { parallelStreams } from "./parallel_streams.ts";
import { releaseOnAbort } from "./release_on_abort.ts";
import { releaseOnBreak } from "./release_on_break.ts";
import { releaseSockets } from "./release_sockets.ts";
import { reset } from "./reset.ts";
import { sentinel } from "./sentinel.ts";
import { slowConsumer } from "./slow_consumer.ts";
import { stopAtMarker } from "./stop_at_marker.ts";
import { textEncoding } from "./text_encoding.ts";
import { toolArguments } from "./tool_arguments.ts";
import { toolCallShapes } from "./tool_call_shapes.ts";
import { truncation } from "./truncation.ts";
import { usage } from "./usage.ts";
import { wholeTurn } from "./whole_turn.ts";

/** Every rule of `modelChecks()`, in the order of a report. */
export const MODEL_RULES: readonly Rule[] = [
  releaseOnBreak,
  releaseOnAbort,
  releaseSockets,
  abortIsNotAnEnd,
  wholeTurn,
  truncation,
  reset,
  toolArguments,
  oneFinish,
  stopAtMarker,
  afterMarker,
  finishReason,
  usage,
  errorInStream,
  notAStream,
  framing,
  sentinel,
  textEncoding,
  chunkShapes,
  toolCallShapes,
  slowConsumer,
  parallelStreams,
];
