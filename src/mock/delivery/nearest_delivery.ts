import type { Delivery } from "./delivery_plan.ts";

/**
 * Joins deliveries member by member: what a nearer one says stands before what one farther off says. A member that is
 * `undefined` says nothing.
 *
 * @param deliveries The deliveries, the nearest last.
 */
export function nearestDelivery(...deliveries: readonly (Delivery | undefined)[]): Delivery {
  const nearest: Record<string, unknown> = {};
  for (const delivery of deliveries) {
    for (const [name, member] of Object.entries(delivery ?? {})) {
      if (member !== undefined) nearest[name] = member;
    }
  }
  return nearest;
}
