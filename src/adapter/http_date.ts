const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const MONTH = `(?<month>${MONTHS.join("|")})`;
const TIME = "(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)";
const SHORT_DAY = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
const LONG_DAY = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day";

/** The three forms of RFC 9110, section 5.6.7; a recipient has to read all of them. */
const FORMS: readonly RegExp[] = [
  new RegExp(`^${SHORT_DAY}, (?<day>\\d\\d) ${MONTH} (?<year>\\d{4}) ${TIME} GMT$`),
  new RegExp(`^${LONG_DAY}, (?<day>\\d\\d)-${MONTH}-(?<year>\\d\\d) ${TIME} GMT$`),
  new RegExp(`^${SHORT_DAY} ${MONTH} (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})$`),
];

/**
 * Parses the date of an HTTP header, strictly: `Date.parse()` takes "1" and "12 foo" for dates, each
 * runtime in its own way.
 *
 * @param text The header's value.
 * @param nowMs The time now, which tells the century of a year of two digits.
 * @returns Milliseconds since 1970; `undefined` if it is no such date.
 */
export function parseHttpDate(text: string, nowMs: number): number | undefined {
  for (const form of FORMS) {
    const groups = form.exec(text)?.groups;
    if (groups) return toTime(groups, nowMs);
  }
  return undefined;
}

function toTime(groups: Record<string, string>, nowMs: number): number | undefined {
  const month = MONTHS.indexOf(groups.month!);
  const [day, hour, minute, second] = [groups.day, groups.hour, groups.minute, groups.second]
    .map(Number) as [number, number, number, number];
  const year = fullYear(groups.year!, nowMs);
  // A leap second is the second after it: no clock here can tell them apart.
  if (hour > 23 || minute > 59 || second > 60) return undefined;
  // Not `Date.UTC()`, which takes the years 0 to 99 for those of the last century.
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  const exists = date.getUTCMonth() === month && date.getUTCDate() === day;
  return exists ? date.setUTCHours(hour, minute, second) : undefined;
}

function fullYear(year: string, nowMs: number): number {
  if (year.length === 4) return Number(year);
  const thisYear = new Date(nowMs).getUTCFullYear();
  const sameCentury = thisYear - thisYear % 100 + Number(year);
  // One that seems more than 50 years ahead is in the past, says the RFC.
  return sameCentury > thisYear + 50 ? sameCentury - 100 : sameCentury;
}
