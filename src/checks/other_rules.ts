/** A rule of the other checks than `modelChecks()`: of requests, of a finish, of readers. */
export type OtherRuleId =
  | "tool-config"
  | "tool-names"
  | "finish"
  | "sse-event"
  | "sse-finish-last"
  | "sse-error-last"
  | "sse-error-class"
  | "sse-settles"
  | "sse-release"
  | "sse-stop"
  | "sse-chunking"
  | "sse-spelling"
  | "sse-prefix";

/** What must hold by each of these rules, in one sentence; listed in `docs/rules.md`. */
export const OTHER_RULES: Readonly<Record<OtherRuleId, string>> = {
  "tool-config":
    "Tools that every provider rejects are refused before anything is sent; those that every " +
    "provider accepts are sent.",
  "tool-names":
    "A tool name that the provider rejects is refused, and quoted, before anything is sent; one " +
    "that it accepts is sent.",
  "finish":
    "A finish has a neutral reason or the provider's own word, never an empty one, and discards " +
    "nothing.",
  "sse-event": "A reader gives events of the known types, and no others.",
  "sse-finish-last": "A finish is the last thing that a reader gives, so there is one at most.",
  "sse-error-last": "An error is the last thing that a reader gives.",
  "sse-error-class": "A failed response fails with a ModelError or a TruncatedToolArgumentsError.",
  "sse-settles": "A reader settles on a body that is whole in memory.",
  "sse-release":
    "A reader reads its body to the end or cancels it, also when its consumer leaves early.",
  "sse-stop":
    "A reader that sends stops once send gives false: it sends nothing more and cancels its body.",
  "sse-chunking": "A reader makes the same of the same bytes, in whatever chunks they come.",
  "sse-spelling":
    "A reader makes the same of the same events, in whatever legal spelling they come.",
  "sse-prefix": "The beginning of a body gives an error or the whole turn, never another turn.",
};
