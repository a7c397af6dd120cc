import { geminiWire } from "../../../wire/gemini/gemini.ts";
import type { WireSamples } from "../samples.ts";
import {
  GEMINI_ENDINGS,
  GEMINI_FAILURE_BODIES,
  GEMINI_FAILURES,
  GEMINI_FINISHES,
  GEMINI_JSON_ERRORS,
  GEMINI_USAGES,
} from "./endings.ts";
import { GEMINI_SHAPES, GEMINI_TOOL_SHAPES } from "./shapes.ts";

/** What is particular to the Gemini wire: it has no marker, and its calls come whole. */
export const geminiSamples: WireSamples = {
  wire: geminiWire(),
  failures: GEMINI_FAILURES,
  failureBodies: GEMINI_FAILURE_BODIES,
  jsonErrors: GEMINI_JSON_ERRORS,
  shapes: GEMINI_SHAPES,
  toolShapes: GEMINI_TOOL_SHAPES,
  cutArguments: [],
  endings: GEMINI_ENDINGS,
  finishes: GEMINI_FINISHES,
  usages: GEMINI_USAGES,
  afterMarker: [],
  markers: [],
};
