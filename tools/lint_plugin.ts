/**
 * The rules of the house that no linter knows.
 *
 * @module
 */
import { errorMessage, optionalOrUndefined, plainExports } from "./lint/api_rules.ts";
import { camelCaseNames, ignoreReason, sanitizersOn, sizeLimit } from "./lint/file_rules.ts";
import {
  clearableDeadline,
  noDenoGlobal,
  noSelfImport,
  noUsing,
  silentLibrary,
} from "./lint/runtime_rules.ts";

const plugin: Deno.lint.Plugin = {
  name: "house",
  rules: {
    "camel-case-names": camelCaseNames,
    "clearable-deadline": clearableDeadline,
    "error-message": errorMessage,
    "ignore-reason": ignoreReason,
    "no-deno-global": noDenoGlobal,
    "no-self-import": noSelfImport,
    "no-using": noUsing,
    "optional-or-undefined": optionalOrUndefined,
    "plain-exports": plainExports,
    "sanitizers-on": sanitizersOn,
    "silent-library": silentLibrary,
    "size-limit": sizeLimit,
  },
};

export default plugin;
