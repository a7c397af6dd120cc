import { fetchModel } from "../../mod.ts";
import type { WireId } from "../../mod.ts";
import { SAMPLES } from "../../src/checks/samples/all_samples.ts";
import type { SdkSubject } from "./sdk_subject.ts";

/** Our own adapter of a wire. */
export function referenceSubject(wire: WireId): SdkSubject {
  return {
    packages: [],
    api: `fetchModel (${wire})`,
    wire,
    newModel: () => ({ baseUrl, fetch }) =>
      fetchModel({ wire, baseUrl, fetch, apiKey: "none", model: "model" }),
  };
}

/** Our own adapters of all wires. */
export const REFERENCE_SUBJECTS: readonly SdkSubject[] = (Object.keys(SAMPLES) as WireId[]).map(
  referenceSubject,
);
