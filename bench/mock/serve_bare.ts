/**
 * Serves two fixed bodies, a JSON and a stream of many frames, by the runtime's own server and nothing else: what
 * no mock can be faster than. Prints its address.
 *
 * Usage: <runtime> serve_bare.ts
 *
 * @module
 */
import { serve } from "../../src/server/serve.ts";
import { bareBody, bareStream } from "./work.ts";

const json = bareBody();
const stream = bareStream();
const server = await serve(async (request) => {
  const { stream: isStream } = await request.json();
  const type = isStream ? "text/event-stream" : "application/json";
  return new Response(isStream ? stream : json, { headers: { "content-type": type } });
});
console.log(server.url);
