import { patched, undoAll } from "./ambient.ts";
import type { Ambient } from "./ambient.ts";

/** Thirteen hours east of Greenwich, the whole year: another day than nearly everywhere. */
const ZONE = "Etc/GMT-13";
const OFFSET_MINUTES = 13 * 60;
/** Another calendar, other digits, another order than those of most machines. */
const LOCALE = "fa-IR";

type Method = (this: never, ...args: unknown[]) => unknown;

/**
 * Another time zone and another locale: what `Date` says of local time, what texts and numbers say in the language of
 * the machine, and the defaults of `Intl`. (Local times that are parsed or put together are not changed.)
 */
export const OTHER_PLACE: Ambient = {
  name: "another time zone and locale",
  enter() {
    const undos = [
      ...patchedGetters(),
      ...patchedTexts(),
      ...patchedLocales(),
      ...patchedIntl(),
      ...patchedTemporal(),
    ];
    return () => undoAll(undos);
  },
};

const GETTERS = ["FullYear", "Month", "Date", "Day", "Hours", "Minutes"] as const;

function patchedGetters(): (() => void)[] {
  const shifted = (date: Date) => new Date(date.getTime() + OFFSET_MINUTES * 60_000);
  const undos = GETTERS.map((name) =>
    patched(Date.prototype, `get${name}`, function (this: Date) {
      return shifted(this)[`getUTC${name}`]();
    })
  );
  return [...undos, patched(Date.prototype, "getTimezoneOffset", () => -OFFSET_MINUTES)];
}

/** The texts that `Date` writes of local time, as engines write them. */
function patchedTexts(): (() => void)[] {
  const parts = (date: Date) => {
    const shifted = new Date(date.getTime() + OFFSET_MINUTES * 60_000).toUTCString();
    const [, day, number, month, year, time] = /^(\w+), (\d+) (\w+) (\S+) (\S+)/.exec(shifted) ??
      [];
    return { day: `${day} ${month} ${number} ${year}`, time: `${time} GMT+1300 (GMT+13)` };
  };
  const texts: readonly (readonly [string, (date: Date) => string])[] = [
    ["toString", (date) => `${parts(date).day} ${parts(date).time}`],
    ["toDateString", (date) => parts(date).day],
    ["toTimeString", (date) => parts(date).time],
  ];
  return texts.map(([name, text]) =>
    patched(Date.prototype, name, function (this: Date) {
      return Number.isNaN(this.getTime()) ? "Invalid Date" : text(this);
    })
  );
}

function patchedLocales(): (() => void)[] {
  const dates = ["toLocaleString", "toLocaleDateString", "toLocaleTimeString"];
  return [
    ...dates.map((name) =>
      patchedMethod(Date.prototype, name, ([locale, options]) => [
        locale ?? LOCALE,
        { timeZone: ZONE, ...options as object | undefined },
      ])
    ),
    ...[Number.prototype, BigInt.prototype].map((prototype) =>
      patchedMethod(prototype, "toLocaleString", withLocale)
    ),
    patchedMethod(
      String.prototype,
      "localeCompare",
      ([other, locale, ...rest]) => [other, locale ?? LOCALE, ...rest],
    ),
    ...patchedNavigator(),
  ];
}

function patchedNavigator(): (() => void)[] {
  // Not there on Node 20.
  const { navigator } = globalThis as { readonly navigator?: object };
  if (navigator === undefined) return [];
  return [patched(navigator, "language", LOCALE), patched(navigator, "languages", [LOCALE])];
}

function patchedTemporal(): (() => void)[] {
  const { Temporal: temporal } = globalThis as { readonly Temporal?: { readonly Now: object } };
  return temporal === undefined ? [] : [patched(temporal.Now, "timeZoneId", () => ZONE)];
}

function patchedMethod(
  target: object,
  name: string,
  change: (args: readonly unknown[]) => readonly unknown[],
): () => void {
  const real = Reflect.get(target, name) as Method;
  return patched(target, name, function (this: unknown, ...args: unknown[]) {
    return Reflect.apply(real, this, change(args));
  });
}

function withLocale([locale, ...rest]: readonly unknown[]): readonly unknown[] {
  return [locale ?? LOCALE, ...rest];
}

const FORMATS = ["NumberFormat", "Collator", "PluralRules", "RelativeTimeFormat", "ListFormat"];

function patchedIntl(): (() => void)[] {
  const withZone = ([locale, options]: readonly unknown[]) => [
    locale ?? LOCALE,
    { timeZone: ZONE, ...options as object | undefined },
  ];
  return [
    patchedFormat("DateTimeFormat", withZone),
    ...FORMATS.map((name) => patchedFormat(name, withLocale)),
  ];
}

function patchedFormat(
  name: string,
  change: (args: readonly unknown[]) => readonly unknown[],
): () => void {
  const real = Reflect.get(Intl, name) as new (...args: unknown[]) => object;
  return patched(
    Intl,
    name,
    new Proxy(real, {
      construct: (target, args) => Reflect.construct(target, change(args)),
      apply: (target, _, args) => Reflect.construct(target, change(args)),
    }),
  );
}
