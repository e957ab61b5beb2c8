import { ratioOf } from '@partner-ordering/commerce';
import type { Language } from '@partner-ordering/kernel';
import { cached, dateLocale } from '@partner-ordering/mail';
import type { BillingAddress } from '../../generated/events.ts';

/** A rate in hundredths of a percent: `20%`, `25,5 %`. */
export const formatRate = (rate: number, language: Language): string =>
  plain(numberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(ratioOf(rate)));

/** `7 November 2026`, `7 novembre 2026`, in UTC. */
export const formatDay = (at: Date, language: Language): string => dateFormat(language, { dateStyle: 'long' }).format(at);

/** `07/11/2026`, in UTC. */
export const formatShortDay = (at: Date, language: Language): string => dateFormat(language, { dateStyle: 'short' }).format(at);

/** `November 2026` for `2026-11`. */
export const formatMonth = (month: string, language: Language): string =>
  dateFormat(language, { month: 'long', year: 'numeric' }).format(new Date(`${month}-01T00:00:00Z`));

const numberFormat = cached((language, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options));

const dateFormat = cached(
  (language, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(dateLocale(language), { ...options, timeZone: 'UTC' }),
);

const countryNames = cached((language, options: Intl.DisplayNamesOptions) => new Intl.DisplayNames(language, options));

/** The lines of an address as on a letter, without empty ones. */
export function addressLines(address: BillingAddress, language: Language): string[] {
  const { division, address1, address2, additional, zipcode, city, state, country, country_name: name } = address;
  const placeLine = [zipcode, city].filter(Boolean).join(' ');
  const countryName = name ?? (country === null ? null : (countryNames(language, { type: 'region' }).of(country) ?? country));
  return [division, address1, address2, additional, placeLine, state, countryName].filter((line): line is string => Boolean(line?.trim()));
}

/** Standard fonts lack the narrow no-break space, so it becomes an ordinary one. */
const plain = (text: string): string => text.replaceAll('\u202f', '\u00a0');
