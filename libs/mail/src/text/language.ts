/** The languages that mails are written in. */
export type Language = 'en' | 'fr';

/** The language for a locale (`fr_FR`); English for all others. */
export const languageOf = (locale: string): Language => (/^fr([_-]|$)/i.test(locale) ? 'fr' : 'en');
