import { patched, undoAll } from "./ambient.ts";
import type { Ambient } from "./ambient.ts";

/** A place whose time is not shifted in summer. */
interface Place {
  /** The name of its time zone. */
  readonly zone: string;
  /** How far it is from Greenwich, in minutes to the east. */
  readonly minutes: number;
  /** How engines write that. */
  readonly offset: string;
}

/** Both half an hour off most others, and far from one another. */
const EAST: Place = { zone: "Asia/Kolkata", minutes: 330, offset: "GMT+0530 (GMT+05:30)" };
const WEST: Place = { zone: "Pacific/Marquesas", minutes: -570, offset: "GMT-0930 (GMT-09:30)" };

/** Another calendar, other digits, another order than those of most machines. */
const LOCALES = ["fa-IR", "de-DE"] as const;

type Method = (this: never, ...args: unknown[]) => unknown;

/**
 * Another time zone and another locale: what `Date` says of local time, what texts and numbers say in the language of
 * the machine, and the defaults of `Intl`. (Local times that are parsed or put together are not changed.)
 */
export const OTHER_PLACE: Ambient = {
  name: "another time zone and locale",
  enter() {
    const place = new Date(0).getTimezoneOffset() < 0 ? WEST : EAST;
    const [usual, rare] = LOCALES;
    const locale = new Intl.NumberFormat().resolvedOptions().locale.startsWith("fa") ? rare : usual;
    const undos = [
      ...patchedGetters(place),
      ...patchedTexts(place),
      ...patchedLocales(place, locale),
      ...patchedIntl(place, locale),
      ...patchedTemporal(place),
    ];
    return () => undoAll(undos);
  },
};

const GETTERS = ["FullYear", "Month", "Date", "Day", "Hours", "Minutes"] as const;

function patchedGetters({ minutes }: Place): (() => void)[] {
  const shifted = (date: Date) => new Date(date.getTime() + minutes * 60_000);
  const undos = GETTERS.map((name) =>
    patched(Date.prototype, `get${name}`, function (this: Date) {
      return shifted(this)[`getUTC${name}`]();
    })
  );
  return [...undos, patched(Date.prototype, "getTimezoneOffset", () => -minutes)];
}

/** The texts that `Date` writes of local time, as engines write them. */
function patchedTexts({ minutes, offset }: Place): (() => void)[] {
  const parts = (date: Date) => {
    const shifted = new Date(date.getTime() + minutes * 60_000).toUTCString();
    const [, day, number, month, year, time] = /^(\w+), (\d+) (\w+) (\S+) (\S+)/.exec(shifted) ??
      [];
    return { day: `${day} ${month} ${number} ${year}`, time: `${time} ${offset}` };
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

function patchedLocales({ zone }: Place, own: string): (() => void)[] {
  const dates = ["toLocaleString", "toLocaleDateString", "toLocaleTimeString"];
  return [
    ...dates.map((name) =>
      patchedMethod(Date.prototype, name, ([locale, options]) => [
        locale ?? own,
        { timeZone: zone, ...options as object | undefined },
      ])
    ),
    ...[Number.prototype, BigInt.prototype].map((prototype) =>
      patchedMethod(prototype, "toLocaleString", ([locale, ...rest]) => [locale ?? own, ...rest])
    ),
    patchedMethod(
      String.prototype,
      "localeCompare",
      ([other, locale, ...rest]) => [other, locale ?? own, ...rest],
    ),
    ...patchedNavigator(own),
  ];
}

function patchedNavigator(locale: string): (() => void)[] {
  // Not there on Node 20.
  const { navigator } = globalThis as { readonly navigator?: object };
  if (navigator === undefined) return [];
  return [patched(navigator, "language", locale), patched(navigator, "languages", [locale])];
}

function patchedTemporal({ zone }: Place): (() => void)[] {
  const { Temporal: temporal } = globalThis as { readonly Temporal?: { readonly Now: object } };
  return temporal === undefined ? [] : [patched(temporal.Now, "timeZoneId", () => zone)];
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

const FORMATS = ["NumberFormat", "Collator", "PluralRules", "RelativeTimeFormat", "ListFormat"];

function patchedIntl({ zone }: Place, own: string): (() => void)[] {
  const withLocale = ([locale, ...rest]: readonly unknown[]) => [locale ?? own, ...rest];
  const withZone = ([locale, options]: readonly unknown[]) => [
    locale ?? own,
    { timeZone: zone, ...options as object | undefined },
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
