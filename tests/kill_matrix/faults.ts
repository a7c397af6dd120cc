import type { Fault } from "./fault.ts";
import { ABORT_FAULTS } from "./faults/abort.ts";
import { COMBINED_SPELLING_FAULTS } from "./faults/combined_spellings.ts";
import { ERROR_FAULTS } from "./faults/errors.ts";
import { FINISH_FAULTS } from "./faults/finish.ts";
import { FLOW_FAULTS } from "./faults/flow.ts";
import { FRAMING_FAULTS } from "./faults/framing.ts";
import { PARALLEL_FAULTS } from "./faults/parallel.ts";
import { FINISHES, READER_FAULTS } from "./faults/readers.ts";
import { RELEASE_FAULTS } from "./faults/release.ts";
import { REQUEST_FAULTS } from "./faults/requests.ts";
import { SHAPE_FAULTS } from "./faults/shapes.ts";
import { TOOL_ARGUMENT_FAULTS } from "./faults/tool_arguments.ts";
import { TOOL_CALL_SHAPE_FAULTS } from "./faults/tool_call_shapes.ts";
import { TRUNCATION_FAULTS } from "./faults/truncation.ts";
import { USAGE_FAULTS } from "./faults/usage.ts";

/** Every fault of the matrix. */
export const FAULTS: readonly Fault[] = [
  ...RELEASE_FAULTS,
  ...ABORT_FAULTS,
  ...TRUNCATION_FAULTS,
  ...TOOL_ARGUMENT_FAULTS,
  ...FLOW_FAULTS,
  ...PARALLEL_FAULTS,
  ...FINISH_FAULTS,
  ...USAGE_FAULTS,
  ...ERROR_FAULTS,
  ...FRAMING_FAULTS,
  ...COMBINED_SPELLING_FAULTS,
  ...SHAPE_FAULTS,
  ...TOOL_CALL_SHAPE_FAULTS,
  ...REQUEST_FAULTS,
  ...READER_FAULTS,
  ...FINISHES,
];
