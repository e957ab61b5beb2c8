import { createContext, use, useEffect, type ReactNode } from 'react';

const languages = ['en', 'fr'] as const;
export type Language = (typeof languages)[number];

/** The texts of a screen in each language; a text that depends on something is a function. */
export type Texts<Shape> = Readonly<Record<Language, Shape>>;

const LanguageContext = createContext<Language>('en');

/** The first of these locales that is spoken here, else English. */
export const languageOf = (locales: readonly string[]): Language =>
  locales.flatMap((locale) => languages.filter((language) => locale.startsWith(language)))[0] ?? 'en';

/** Shows everything inside in this language. */
export function LanguageProvider({ language, children }: { language: Language; children: ReactNode }) {
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return <LanguageContext value={language}>{children}</LanguageContext>;
}

export const useLanguage = (): Language => use(LanguageContext);

/** The texts in the reader's language. */
export const useTexts = <Shape,>(texts: Texts<Shape>): Shape => texts[useLanguage()];
