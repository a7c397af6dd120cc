/**
 * An event stream to messages. Not a reference: it hands on an event without data and an unfinished
 * last event, and its time grows with the square of a line's length.
 *
 * @module
 */
// @ts-types="./server_sent_event_parse_stream.d.ts"
export * from "npm:deno-std@1.4.0/http/server_sent_event_parse_stream.js";
