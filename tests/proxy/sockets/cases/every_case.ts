import type { SocketCase } from "../support/socket_lab.ts";
import { DRAIN_CASES } from "./drain_cases.ts";
import { FLOW_CASES } from "./flow_cases.ts";
import { LEAVE_CASES } from "./leave_cases.ts";
import { PAGE_CASES } from "./page_cases.ts";
import { SMUGGLING_CASES } from "./smuggling_cases.ts";

/** Every case, for every runtime. */
export const EVERY_CASE: readonly SocketCase[] = [
  ...LEAVE_CASES,
  ...FLOW_CASES,
  ...DRAIN_CASES,
  ...SMUGGLING_CASES,
  ...PAGE_CASES,
];
