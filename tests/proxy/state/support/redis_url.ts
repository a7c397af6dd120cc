import process from "node:process";

/** The server of Redis that tests use. */
export const REDIS_URL: string = process.env.TEST_REDIS_URL ?? "redis://127.0.0.1:6379";
