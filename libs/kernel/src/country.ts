const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** Codes that Intl knows a name for, but which ISO 3166-1 assigns to no country. */
const notCountries = new Set(['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'ZZ']);

/** Whether a text has the form of an ISO 3166-1 alpha-2 code: two capital letters. `countryName` tells whether there is such a country. */
export const isCountryCode = (text: string): boolean => /^[A-Z]{2}$/.test(text);

/** English name of a country by its ISO 3166-1 alpha-2 code; undefined for any other code, withdrawn ones (`YU`) included. */
export function countryName(code: string): string | undefined {
  // For Intl a withdrawn code stands for its successor, so a name alone does not prove that the code is current.
  const isCurrent = isCountryCode(code) && new Intl.Locale(`und-${code}`).region === code;
  return isCurrent && !notCountries.has(code) ? regionNames.of(code) : undefined;
}
