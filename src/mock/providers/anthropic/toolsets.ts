import { isObject } from "../../../wire/json.ts";

interface Toolset {
  /** What calls say that they are of. */
  readonly name: string;
  /** The tools that are in it. */
  readonly members: readonly string[];
}

/** The tools that are many in one, by their types. */
const TOOLSETS: Readonly<Record<string, Toolset>> = {
  browser_toolset_20260801: {
    name: "browser",
    members: [
      "navigate",
      "list_tabs",
      "new_tab",
      "switch_tab",
      "close_tab",
      "read_page",
      "get_page_text",
      "read_console",
      "read_network",
      "find",
      "form_input",
      "file_upload",
      "scroll_to",
      "screenshot",
      "zoom",
      "left_click",
      "right_click",
      "middle_click",
      "double_click",
      "triple_click",
      "hover",
      "left_click_drag",
      "left_mouse_down",
      "left_mouse_up",
      "mouse_move",
      "scroll",
      "type",
      "key",
      "hold_key",
      "wait",
      "javascript_exec",
    ],
  },
  computer_toolset_20260801: {
    name: "computer",
    members: [
      "key",
      "hold_key",
      "type",
      "cursor_position",
      "mouse_move",
      "left_mouse_down",
      "left_mouse_up",
      "left_click",
      "left_click_drag",
      "right_click",
      "middle_click",
      "double_click",
      "triple_click",
      "scroll",
      "wait",
      "screenshot",
      "zoom",
    ],
  },
};

/**
 * Tells of which toolset a tool is; `undefined` if it is of none that the request offers.
 *
 * @param name The tool.
 * @param tools The tools of the request.
 */
export function toolsetOf(name: string, tools: readonly unknown[]): string | undefined {
  if (tools.some((tool) => isObject(tool) && tool.name === name)) return undefined;
  for (const tool of tools) {
    const type = isObject(tool) ? String(tool.type) : "";
    const toolset = Object.hasOwn(TOOLSETS, type) ? TOOLSETS[type]! : undefined;
    if (toolset?.members.includes(name)) return toolset.name;
  }
  return undefined;
}
