import type { Money } from '@partner-ordering/client';
import type { Language } from '@partner-ordering/kernel/texts';
import { useLanguage } from './language.tsx';

/** The full name of a person. */
export const fullName = ({ firstname, lastname }: { firstname: string; lastname: string }): string => `${firstname} ${lastname}`;

/** Formats of money, times and sizes in the reader's language and time zone. */
export const useFormat = (): Format => formats[useLanguage()];

const NONE = '–';
const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

function formatOf(locale: string) {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return {
    /** `{amount: 12.5, currency: 'EUR'}` as `€12.50`; nothing as a dash. */
    money: (money: Money | null | undefined): string =>
      money == null ? NONE : new Intl.NumberFormat(locale, { style: 'currency', currency: money.currency }).format(money.amount),
    /** `12 Mar 2026`. */
    date: (timestamp: string | null | undefined): string => (timestamp == null ? NONE : date.format(new Date(timestamp))),
    /** `12 Mar 2026, 14:05`. */
    time: (timestamp: string | null | undefined): string => (timestamp == null ? NONE : time.format(new Date(timestamp))),
    /** `March 2026` of `2026-03`. */
    month: (timestamp: string): string => month.format(new Date(`${timestamp}-01T00:00:00Z`)),
    /** `1.2 MB`. */
    size: (bytes: number): string => {
      const unitIndex = bytes === 0 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), sizes.length - 1);
      const style = {
        style: 'unit',
        unit: sizes[unitIndex]!,
        unitDisplay: unitIndex === 0 ? 'long' : 'short',
        maximumFractionDigits: 1,
      } as const;
      return new Intl.NumberFormat(locale, style).format(bytes / 1000 ** unitIndex);
    },
    number: (value: number): string => new Intl.NumberFormat(locale).format(value),
    /** `5.5%` of `0.055`. */
    percent: (ratio: number): string => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(ratio),
  };
}

type Format = ReturnType<typeof formatOf>;

/** Dates as they are written in Europe. */
const formats: Readonly<Record<Language, Format>> = { en: formatOf('en-GB'), fr: formatOf('fr-FR') };

const MINUTE_MS = 60_000;

/** A time as a field of type `datetime-local` takes it, in the reader's time zone. */
export function inputOf(time: string | null): string {
  if (time === null) return '';
  const date = new Date(time);
  return new Date(date.getTime() - date.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
}

/** The time that was entered there. */
export const timeIn = (input: string): string | null => (input === '' ? null : new Date(input).toISOString());
