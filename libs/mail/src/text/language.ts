/** The languages that mails are written in. */
export type Language = 'en' | 'fr';

/** The language of who reads, by their locale (`fr_FR`); English where theirs is not among them. */
export const languageOf = (locale: string): Language => (/^fr([_-]|$)/i.test(locale) ? 'fr' : 'en');
