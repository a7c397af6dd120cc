/**
 * What happens to a request with members that its provider does not have: it is refused as the provider does it, or
 * the members are passed over, as servers that only follow the provider's API do it.
 */
export type UnknownMembers = "refuse" | "accept";
