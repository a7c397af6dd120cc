import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { combinedSpellings } from "../../../src/checks/rules/combined_spellings.ts";
import { faulty, Loop, loopAdapter } from "./loop_adapter.ts";
import { casesOf, failuresOf } from "./tiny_adapter.ts";

const RULE = "framing";
const ALL = casesOf(RULE);
const COMBINED = combinedSpellings("sse").map(({ name }) => name);

/** Splits a text into events by blank lines, keeping the rest. */
function splitter(separator: RegExp | string, isFlushed: boolean) {
  let buffer = "";
  return (text: string, isEnd: boolean): string[] => {
    buffer += text;
    const events = buffer.split(separator);
    buffer = events.pop()!;
    if (isEnd && isFlushed) events.push(buffer);
    return events;
  };
}

/** The lines of data of an event. */
function dataOf(event: string): string[] {
  const lines = event.split(/\r\n|\r|\n/).filter((line) => line.startsWith("data:"));
  return lines.map((line) => line.slice(5).replace(/^ /, ""));
}

Deno.test("framing fails an adapter that takes each chunk for whole events, in one case", async () => {
  const perChunk = faulty(() => ({
    toEvents: (text) =>
      text.split(/\r\n\r\n|\r\r|\n\n/).map((event) => dataOf(event).join("\n")).filter(Boolean),
  }));
  const failures = await failuresOf(RULE, perChunk);
  // What it cannot read one byte a chunk, however it is spelled, is not the spelling's fault.
  assertEquals(Object.keys(failures), ["one byte a chunk", "line ends are mixed"]);
  assertStringIncludes(failures["one byte a chunk"]!, "but it threw Error");
});

Deno.test("framing fails an adapter that takes each chunk for one event, in every case", async () => {
  const one = faulty(() => ({ toEvents: (text) => dataOf(text).slice(0, 1) }));
  const failures = await failuresOf(RULE, one);
  // A combination of what it cannot read is not told once more.
  assertEquals(Object.keys(failures), ALL.filter((name) => !COMBINED.includes(name)));
  assertStringIncludes(failures["lines end with CRLF"]!, "Expected the turn of the plain body");
});

Deno.test("framing names the spelling that an adapter cannot read, and no other", async () => {
  const lineFeedsOnly = faulty(() => {
    const split = splitter("\n\n", true);
    return {
      toEvents: (text, isEnd) =>
        split(text, isEnd).map((event) => dataOf(event).join("\n")).filter(Boolean),
    };
  });
  const failures = await failuresOf(RULE, lineFeedsOnly);
  assertEquals(Object.keys(failures), [
    "lines end with CRLF",
    "lines end with CR",
    "line ends are mixed",
  ]);
  assertMatch(
    failures["lines end with CR"]!,
    /^\[framing\] Expected the turn of the plain body \(text "Let me look\.", .*\), in one chunk, but it /,
  );
});

Deno.test("framing fails an adapter that loses an event without its blank line", async () => {
  const strict = faulty((loop) => ({
    *toEvents(text, isEnd) {
      if (!isEnd) yield* Loop.prototype.toEvents.call(loop, text, false);
    },
  }));
  assertEquals(Object.keys(await failuresOf(RULE, strict)), [
    // At the very end, too, a line feed might have followed.
    "lines end with CR",
    "no blank line at the end",
    "no line end at the end",
  ]);
});

Deno.test("framing fails an adapter that reads each line of data on its own", async () => {
  const lineWise = faulty(() => {
    const split = splitter(/\r\n|\r|\n/, true);
    return { toEvents: (text, isEnd) => split(text, isEnd).flatMap(dataOf) };
  });
  assertEquals(Object.keys(await failuresOf(RULE, lineWise)), ["data in several lines"]);
});

Deno.test("framing fails an adapter that asks for a space after the colon", async () => {
  const spaced = faulty(() => {
    const split = splitter(/\r\n\r\n|\r\r|\n\n/, true);
    const events = (event: string) =>
      event.split(/\r\n|\r|\n/).filter((line) => line.startsWith("data: ")).map((line) =>
        line.slice(6)
      );
    return {
      toEvents: (text, isEnd) =>
        split(text, isEnd).map((event) => events(event).join("\n")).filter(Boolean),
    };
  });
  const failures = Object.keys(await failuresOf(RULE, spaced));
  assertEquals(failures.includes("no space after the colon"), true);
  assertEquals(failures.includes("fields id and retry"), false);
});

Deno.test("framing fails an adapter that takes comments and other fields for data", async () => {
  const greedy = faulty(() => {
    const split = splitter(/\n\n/, true);
    return {
      toEvents: (text, isEnd) =>
        split(text, isEnd).filter(Boolean).map((event) => event.replace(/^data: ?/, "")),
    };
  });
  const failures = Object.keys(await failuresOf(RULE, greedy));
  const wanted = [
    "comments between events",
    "comments within events",
    "fields id and retry",
    "unknown fields",
  ];
  assertEquals(wanted.filter((name) => !failures.includes(name)), []);
  assertEquals(failures.includes("in one chunk"), false);
});

Deno.test("framing fails an adapter that keeps a byte order mark", async () => {
  const kept = faulty(() => {
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    return {
      toText: (bytes) => bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode(),
    };
  });
  assertEquals(Object.keys(await failuresOf(RULE, kept)), ["a byte order mark first"]);
});

Deno.test("framing fails an adapter that takes an event without data for one", async () => {
  const eager = faulty((loop) => ({
    *toEvents(text, isEnd) {
      if (text.includes("heartbeat")) yield "";
      yield* Loop.prototype.toEvents.call(loop, text, isEnd);
    },
  }));
  assertEquals(Object.keys(await failuresOf(RULE, eager)), [
    "an event without data between others",
  ]);
});

Deno.test("framing says so if an adapter cannot read the plain body in any chunks", async () => {
  const deaf = faulty(() => ({ toEvents: () => [] }));
  const failures = await failuresOf(RULE, deaf);
  assertEquals(Object.keys(failures), ALL);
  assertMatch(
    failures["in one chunk"]!,
    /Expected a whole turn from one event a chunk, but it threw/,
  );
});

Deno.test("framing has cases of its own for lines of JSON", () => {
  assertEquals(casesOf(RULE, "ollama"), [
    "in one chunk",
    "one byte a chunk",
    "lines end with CRLF",
    "blank lines between lines",
    "blanks around the JSON",
    "no line end at the end",
    "blank lines between lines, lines end with CRLF",
    "blanks around the JSON, lines end with CRLF",
    "no line end at the end, lines end with CRLF",
  ]);
});

Deno.test("framing fails an adapter that knows several data lines and CRLF, but not both", async () => {
  // A dot matches no carriage return, so that of an event's lines only the last is found.
  const halfway = faulty(() => {
    const split = splitter(/\r\n\r\n|\n\n/, true);
    const dataOf = (event: string) =>
      event.trimEnd().split("\n").map((line) => /^data: ?(.*)$/.exec(line)?.[1]).filter((value) =>
        value !== undefined
      );
    return {
      toEvents: (text, isEnd) =>
        split(text, isEnd).map((event) => dataOf(event).join("\n")).filter(Boolean),
    };
  });
  const failures = await failuresOf(RULE, halfway);
  const combined = Object.keys(failures).filter((name) => COMBINED.includes(name));
  assertEquals(combined, ["data in several lines, lines end with CRLF"]);
  assertEquals(Object.hasOwn(failures, "data in several lines"), false);
  assertEquals(Object.hasOwn(failures, "lines end with CRLF"), false);
});

Deno.test("framing passes the loop done right", async () => {
  assertEquals(await failuresOf(RULE, loopAdapter(() => new Loop())), {});
});
