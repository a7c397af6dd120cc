import type { TurnMemory } from "./turn_memory.ts";
import type { UnknownMembers } from "./unknown_members.ts";

/** What of the mock a request is read with. */
export interface ReadContext {
  /** What this mock remembers of the turns it gave, by the id of the response. */
  readonly turns: TurnMemory;
  /** What happens to members that the provider does not have. */
  readonly unknownMembers: UnknownMembers;
}
