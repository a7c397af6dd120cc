import { isObject } from "../../../../wire/json.ts";
import { aToolName } from "../check_tools.ts";
import { anInteger, anything, aString, oneOfWords } from "../field_check.ts";
import type { FieldCheck } from "../field_check.ts";
import { listOf, members } from "../object_check.ts";

/** What of an approval is said in a word; else it is said tool by tool. */
const anApproval: FieldCheck = (value, param) => {
  if (!isObject(value)) oneOfWords("always", "never")(value, param);
};

const search = members({ search_context_size: oneOfWords("low", "medium", "high") });

/** What the tools must have that OpenAI runs; what else they have is taken as it is. */
const CHECKS: ReadonlyMap<string, FieldCheck> = new Map([
  [
    "file_search",
    members({
      vector_store_ids: listOf(aString()),
      max_num_results: anInteger(1, 50),
    }, ["vector_store_ids"]),
  ],
  [
    "mcp",
    members({ server_label: aString(), require_approval: anApproval }, ["server_label"]),
  ],
  ["code_interpreter", members({ container: anything }, ["container"])],
  [
    "image_generation",
    members({ partial_images: anInteger(0, 3), output_compression: anInteger(0, 100) }),
  ],
  [
    "computer_use_preview",
    members({
      display_height: anInteger(1),
      display_width: anInteger(1),
      environment: oneOfWords("windows", "mac", "linux", "ubuntu", "browser"),
    }, ["display_height", "display_width", "environment"]),
  ],
  [
    "namespace",
    members({ name: aToolName, description: aString(), tools: anything }, [
      "name",
      "description",
      "tools",
    ]),
  ],
  ["web_search", search],
  ["web_search_2025_08_26", search],
  ["web_search_preview", search],
  ["web_search_preview_2025_03_11", search],
]);

/**
 * Checks a tool that OpenAI runs, or that has a form of its own.
 *
 * @param type Its type.
 * @param tool The tool.
 * @param path Where it stands.
 * @throws {ProviderProblem} If OpenAI would refuse it.
 */
export function checkHosted(type: string, tool: unknown, path: string): void {
  CHECKS.get(type)?.(tool, path, "accept");
}
