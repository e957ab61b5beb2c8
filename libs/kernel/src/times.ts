/** A day of UTC in milliseconds. */
export const DAY_MS = 86_400_000;

/** A client's time and whether it named a fraction of the second. */
export interface ParsedTime {
  at: Date;
  hasFraction: boolean;
}

const iso8601 = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)([.,]\d{1,9})?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** Parses ISO 8601: a day, which means its first second, or a day with a time, in UTC unless it has an offset. Undefined for all else. */
export function parseTime(text: string): ParsedTime | undefined {
  const [, day, clock = '00:00', fraction, offset = 'Z'] = iso8601.exec(text) ?? [];
  if (!day) return undefined;
  const at = new Date(
    `${day}T${clock.length === 5 ? `${clock}:00` : clock}${fraction?.replace(',', '.').slice(0, 4) ?? ''}${fullOffset(offset)}`,
  );
  return Number.isNaN(at.getTime()) || !isCalendarDay(day) ? undefined : { at, hasFraction: fraction !== undefined };
}

/** The second of a literal, `[from, to)`; with a fraction only the moment `from`. */
export const secondOf = ({ at, hasFraction }: ParsedTime): { from: Date; to?: Date } =>
  hasFraction ? { from: at } : { from: at, to: new Date(at.getTime() + 1000) };

/** Whether `formatTime` can write it: in UTC its year has four digits, and is one that PostgreSQL knows as well. */
export const isFormattable = (at: Date): boolean => at.getUTCFullYear() >= 1 && at.getUTCFullYear() <= 9999;

/** A time as the contract writes it: UTC, no fraction, `+0000`. */
export const formatTime = (at: Date): string => `${at.toISOString().slice(0, 19)}+0000`;

const fullOffset = (offset: string): string => {
  if (offset === 'Z') return offset;
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0');
  return `${offset[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
};

// Date turns 31 February into a day of March; for a client it is a mistake.
function isCalendarDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
}
