import type { Frame } from "../../delivery/frame.ts";
import { dataFrame } from "../data_frame.ts";
import type { Problem } from "../problem.ts";

/**
 * Gives the line by which Ollama says within a stream that it failed.
 *
 * @param problem What went wrong.
 */
export function problemLine({ message }: Problem): readonly Frame[] {
  return [dataFrame("problem", JSON.stringify({ error: message }))];
}
