import type { Mutation } from "./mutation.ts";

const CLIENT = ["attack/hostile_client_test.ts"];
const SIZES = ["attack/hostile_sizes_test.ts"];
const SECRETS = ["attack/secrets_test.ts"];
const UPSTREAM = ["attack/hostile_upstream_test.ts"];

/** Breakages of what strangers are kept from. */
export const ATTACK_MUTATIONS: readonly Mutation[] = [
  {
    name: "a host can have the path of the administration in it",
    file: "request/loopback.ts",
    replace: "if (/^(?:[\\w.-]+\\.)?localhost$/.test(name)) return true;",
    by: 'if (name.endsWith("localhost")) return true;',
    tests: CLIENT,
  },
  {
    name: "pages of other sites can follow the proxy",
    file: "ops/admin_access.ts",
    replace: 'headers.get("sec-fetch-dest") === "document"',
    by: "true",
    tests: CLIENT,
  },
  {
    name: "headers that are set are told",
    file: "attempt/upstream_secrets.ts",
    replace: "...provider.keys, ...values, ...patched",
    by: "...provider.keys, ...patched",
    tests: SECRETS,
  },
  {
    name: "what patches put in is told",
    file: "attempt/upstream_secrets.ts",
    replace: "...provider.keys, ...values, ...patched",
    by: "...provider.keys, ...values",
    tests: SECRETS,
  },
  {
    name: "keys are told in base64",
    file: "failure/secret_pieces.ts",
    replace: "...[0, 1, 2].flatMap(",
    by: "...[0].flatMap(",
    tests: SECRETS,
  },
  {
    name: "keys are told in headers",
    file: "edit/client_headers.ts",
    replace: "!secrets.some((secret) => value.includes(secret))",
    by: "true",
    tests: SECRETS,
  },
  {
    name: "control characters reach clients",
    file: "edit/client_headers.ts",
    replace: 'typeof value === "string" && isHeaderValue(value) &&',
    by: 'typeof value === "string" &&',
    tests: ["attack/client_headers_test.ts"],
  },
  {
    name: "a bomb is decoded in one piece",
    file: "answer/decoded_body.ts",
    replace: "const MAX_WRITE_BYTES = 1024;",
    by: "const MAX_WRITE_BYTES = 1024 * 1024;",
    tests: SIZES,
  },
  {
    name: "a head may have any number of fields",
    file: "transport/parse_head.ts",
    replace: "const MAX_FIELDS = 256;",
    by: "const MAX_FIELDS = 256_000;",
    tests: SIZES,
  },
  {
    name: "sessions are kept by names of any length",
    file: "request/read_call.ts",
    replace: "const MAX_SESSION_CHARS = 256;",
    by: "const MAX_SESSION_CHARS = Infinity;",
    tests: SIZES,
  },
  {
    name: "redirects reach clients",
    file: "attempt/attempt_judge.ts",
    replace: "answer.status >= 400",
    by: "answer.status >= 300",
    tests: UPSTREAM,
  },
];
