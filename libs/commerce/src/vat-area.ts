/** An address, as far as VAT depends on it. */
export interface VatAddress {
  /** Two letters, ISO 3166-1; null when it is unknown. */
  country: string | null;
  zipcode: string | null;
  city: string | null;
}

/** A part of a country that VAT does not count to it, told by postal code (its first five digits) or city. */
interface Part {
  country: string;
  zipcode?: RegExp;
  city?: RegExp;
  area: string;
}

/** Articles are those of Directive 2006/112/EC, but for those of the Treaty on the Functioning of the European Union (TFEU). */
const parts: readonly Part[] = [
  { country: 'GR', zipcode: /^6308[67]/, area: 'Mount Athos' }, // 6(1)(a)
  { country: 'ES', zipcode: /^3[58]/, area: 'Canary Islands' }, // 6(1)(b)
  { country: 'FR', zipcode: /^978|^97150/, area: 'MF' }, // 6(1)(c) and 349 TFEU, like the next five
  { country: 'FR', zipcode: /^971(?!33)/, area: 'GP' },
  { country: 'FR', zipcode: /^972/, area: 'MQ' },
  { country: 'FR', zipcode: /^973/, area: 'GF' },
  { country: 'FR', zipcode: /^974/, area: 'RE' },
  { country: 'FR', zipcode: /^976/, area: 'YT' },
  { country: 'FI', zipcode: /^22/, area: 'AX' }, // 6(1)(d)
  { country: 'IT', zipcode: /^22061/, city: /^campione d\W*italia\b/i, area: 'Campione d’Italia' }, // 6(1)(f)
  { country: 'DE', zipcode: /^27498/, area: 'Heligoland' }, // 6(2)(a)
  { country: 'DE', zipcode: /^78266/, area: 'Büsingen' }, // 6(2)(b)
  { country: 'ES', zipcode: /^51/, area: 'Ceuta' }, // 6(2)(c)
  { country: 'ES', zipcode: /^52/, area: 'Melilla' }, // 6(2)(d)
  { country: 'IT', zipcode: /^23041/, city: /^livigno\b/i, area: 'Livigno' }, // 6(2)(e)
  { country: 'FR', zipcode: /^97(133|7)/, area: 'BL' }, // 5(4), with 355(2) TFEU and its Annex II, like the next four
  { country: 'FR', zipcode: /^975/, area: 'PM' },
  { country: 'FR', zipcode: /^986/, area: 'WF' },
  { country: 'FR', zipcode: /^987/, area: 'PF' },
  { country: 'FR', zipcode: /^988/, area: 'NC' },
];

/** Countries that VAT counts to another one: Article 7. Akrotiri and Dhekelia have no code; written as Cyprus, they count to it. */
const sameAs: Readonly<Record<string, string>> = { MC: 'FR', IM: 'GB' };

/**
 * The area of an address for VAT: the code of a country, or the name of a part that is none of its country's. All other regions
 * outside the VAT area have country codes of their own, such as `JE`. Null without a country.
 */
export function vatArea({ country, zipcode, city }: VatAddress): string | null {
  if (country === null) return null;
  // `630 86`, `D-78266`, `97110 CEDEX 9`; but not `3500`, which is 03500 (Benidorm) from a sheet that took it for a number.
  const digits = /\d{5}/.exec(zipcode?.replaceAll(/\s/g, '') ?? '')?.[0] ?? '';
  const part = parts.find((one) => one.country === country && (one.zipcode?.test(digits) || one.city?.test(city?.trim() ?? '')));
  return part?.area ?? sameAs[country] ?? country;
}
