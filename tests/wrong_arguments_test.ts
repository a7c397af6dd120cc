import { assertEquals } from "@std/assert";
import * as mock from "../mock.ts";
import * as mod from "../mod.ts";
import * as proxy from "../proxy.ts";
import * as redis from "../redis.ts";
import * as testing from "../testing.ts";

/** What the engines themselves say of a value of the wrong kind. */
const OWN_WORDS =
  /Cannot (read prop|destructure|convert|set prop)|is not (a function|iterable|a constructor)|operator to search|Invalid time value/;

/** What untyped code may give in place of anything. */
const WRONG: readonly unknown[] = [null, 7, "x", {}, [], () => {}];

type Callable = (...args: readonly unknown[]) => unknown;

/** Lists of arguments, each wrong in some place. */
function wrongArguments(): unknown[][] {
  const starts = [[], ...WRONG.map((first) => [first]), ["openai-chat"], ["openai-chat", []]];
  return [
    ...starts,
    ...starts.flatMap((start) => WRONG.map((next) => [...start, next])),
    ...WRONG.flatMap((second) => WRONG.map((third) => ["openai-chat", second, third])),
  ];
}

async function complaint(run: () => unknown): Promise<string | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return OWN_WORDS.test(message) ? message : undefined;
  }
}

function callable(value: unknown): Callable | undefined {
  if (typeof value !== "function") return undefined;
  const isClass = /^class\b/.test(Function.prototype.toString.call(value));
  return isClass ? (...args) => Reflect.construct(value, args) : value as Callable;
}

for (const [entry, names] of Object.entries({ mod, mock, proxy, redis, testing })) {
  for (const [name, value] of Object.entries(names)) {
    const call = callable(value);
    if (!call) continue;
    Deno.test(`${entry}.ts: ${name} says in its own words what is wrong with its arguments`, async () => {
      const complaints = new Set<string>();
      for (const args of wrongArguments()) {
        const said = await complaint(() => call(...args));
        if (said !== undefined) complaints.add(said);
      }
      assertEquals([...complaints], []);
    });
  }
}
