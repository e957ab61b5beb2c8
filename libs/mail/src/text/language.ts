import type { Language } from '@partner-ordering/kernel';

/** The locale in which dates are written, European in English. */
export const dateLocale = (language: Language): string => (language === 'en' ? 'en-GB' : language);

/** The language for a locale (`fr_FR`); English for all others. */
export const languageOf = (locale: string): Language => (/^fr([_-]|$)/i.test(locale) ? 'fr' : 'en');
