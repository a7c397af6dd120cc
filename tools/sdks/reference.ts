import { fetchModel } from "../../mod.ts";
import type { WireId } from "../../mod.ts";
import type { SdkSubject } from "./sdk_subject.ts";

/** The reference adapter of a wire. */
export function referenceSubject(wire: WireId): SdkSubject {
  return {
    packages: [],
    api: `fetchModel (${wire})`,
    wire,
    newModel: () => ({ baseUrl, fetch }) =>
      fetchModel({ wire, baseUrl, fetch, apiKey: "none", model: "model" }),
  };
}
