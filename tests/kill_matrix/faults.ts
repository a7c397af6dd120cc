import type { Fault } from "./fault.ts";
import { ABORT_FAULTS } from "./faults/abort.ts";
import { FLOW_FAULTS } from "./faults/flow.ts";
import { RELEASE_FAULTS } from "./faults/release.ts";
import { TOOL_ARGUMENT_FAULTS } from "./faults/tool_arguments.ts";
import { TRUNCATION_FAULTS } from "./faults/truncation.ts";

/** Every fault of the matrix. */
export const FAULTS: readonly Fault[] = [
  ...RELEASE_FAULTS,
  ...ABORT_FAULTS,
  ...TRUNCATION_FAULTS,
  ...TOOL_ARGUMENT_FAULTS,
  ...FLOW_FAULTS,
];
