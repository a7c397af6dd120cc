import type { OpenStore } from "../../../../../src/testing/contract/contract_case.ts";

const open: OpenStore = () => {
  throw new Error("No server at 127.0.0.1:1");
};

export default open;
