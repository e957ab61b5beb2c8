/** The languages that mails are written in. */
export type Language = 'en' | 'fr';

/** The locale in which dates are written, European in English. */
export const dateLocale = (language: Language): string => (language === 'en' ? 'en-GB' : language);

/** The language for a locale (`fr_FR`); English for all others. */
export const languageOf = (locale: string): Language => (/^fr([_-]|$)/i.test(locale) ? 'fr' : 'en');
