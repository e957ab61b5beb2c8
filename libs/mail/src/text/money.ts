import { decimalsOf, toMajor, type Language } from '@partner-ordering/kernel';
import { cached } from './cached.ts';

const numberFormat = cached((language, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options));

/** `EUR 1,250.00`, `1 250,00 EUR`. Codes, because several currencies share a symbol. */
export function formatMoney(minor: number, currency: string, language: Language): string {
  const decimals = decimalsOf(currency);
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const format = numberFormat(language, { style: 'currency', currency, currencyDisplay: 'code', ...digits });
  // Standard fonts of PDFs lack the narrow no-break space.
  return format.format(toMajor(minor, currency)).replaceAll('\u202f', '\u00a0');
}
