import { decimalsOf, toMajor, type Language } from '@partner-ordering/kernel';

/** Making a format takes a hundred times as long as using it. There are few, as there are few languages and currencies. */
const formats = new Map<string, Intl.NumberFormat>();

/** `EUR 1,250.00`, `1 250,00 EUR`. Codes, because several currencies share a symbol. */
export function formatMoney(minor: number, currency: string, language: Language): string {
  const key = `${language} ${currency}`;
  const decimals = decimalsOf(currency);
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const format = formats.get(key) ?? new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'code', ...digits });
  formats.set(key, format);
  // Standard fonts of PDFs lack the narrow no-break space.
  return format.format(toMajor(minor, currency)).replaceAll('\u202f', '\u00a0');
}
