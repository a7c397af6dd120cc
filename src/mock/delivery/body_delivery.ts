import { areContrary } from "./contrary_faults.ts";
import type { Delivery, Fault } from "./delivery_plan.ts";

/**
 * Whether a body that is no stream is to be sent as it is, all at once: how texts are cut and lines end says
 * nothing of it.
 *
 * @param delivery How the mock delivers.
 */
export function isPlainBody({ timing, faults = [], spelling, contentType }: Delivery): boolean {
  return (timing === undefined || timing.unstreamed === false) && faults.length === 0 &&
    contentType === undefined &&
    spelling?.packetBytes === undefined && spelling?.bom !== true;
}

/**
 * Adds a fault to those of a delivery; it stands in place of its contraries.
 *
 * @param delivery The delivery.
 * @param fault The fault, if there is one.
 */
export function withFault(delivery: Delivery, fault: Fault | undefined): Delivery {
  if (fault === undefined) return delivery;
  const others = delivery.faults?.filter(({ kind }) => !areContrary(kind, fault.kind)) ?? [];
  return { ...delivery, faults: [...others, fault] };
}
