/**
 * A duration: a number of seconds, or a text such as `500ms`, `30s`, `5m`, `1h30m`, `1d`, or ISO 8601 such as `PT15M`,
 * `P1D`, `P1M` (30 days).
 */
export type DurationConfig = number | string;

/** A size: a number of bytes, or a text such as `64KiB`, `32MiB`, `1GB`. */
export type ByteSizeConfig = number | string;
