/**
 * `@std/http` for a machine that reaches npm but not JSR: the same code, from npm. File by file,
 * because the whole on npm imports a file that it does not ship.
 *
 * @module
 */
export * from "./server_sent_event_parse_stream.ts";
export * from "./server_sent_event_stream.ts";
