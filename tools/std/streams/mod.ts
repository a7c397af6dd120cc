/**
 * `@std/streams` for a machine that reaches npm but not JSR: the same code, from npm.
 *
 * @module
 */
// @ts-types="./mod.d.ts"
export * from "npm:deno-std@1.4.0/streams/mod.js";
