import type { ErrorParams, Webhook } from '@partner-ordering/client';
import { languages, type Both, type Language } from '@partner-ordering/kernel/texts';
import { createContext, use, useLayoutEffect, useState, type ReactNode } from 'react';

const LanguageContext = createContext<Language>('en');

/** The French of the API's messages, which are English. Fetched only for readers of French. */
let french: typeof import('./faults-in-french.ts') | undefined;
const readsFrench = (): boolean => document.documentElement.lang === 'fr';

/** The API's message in the reader's language; in English if its code is newer than this build. */
export const faultText = ({ code, message, params }: { code: string; message: string; params?: ErrorParams | null | undefined }): string =>
  (readsFrench() ? french?.faultInFrench(code, params ?? {}) : undefined) ?? message;

interface Failed {
  failure: string | null;
  failure_code: string | null;
  failure_params?: ErrorParams | null;
}

/** Why something failed, in the reader's language; empty where nothing did. */
export const failureText = ({ failure, failure_code: code, failure_params: params }: Failed): string =>
  (readsFrench() && code !== null ? french?.failureInFrench(code, params ?? {}) : undefined) ?? failure ?? '';

/** Why a webhook is disabled, in the reader's language. */
export const disabledText = ({ disabled_reason, disabled_code }: Pick<Webhook, 'disabled_reason' | 'disabled_code'>): string =>
  failureText({ failure: disabled_reason, failure_code: disabled_code });

/** The first of these locales that is spoken here, else English. */
export const languageOf = (locales: readonly string[]): Language =>
  locales.flatMap((locale) => languages.filter((language) => locale.startsWith(language)))[0] ?? 'en';

/** Shows everything inside in this language, as soon as what the API says is there in it; until then as before, at first nothing. */
export function LanguageProvider({ language, children }: { language: Language; children: ReactNode }) {
  const [currentLanguage, setCurrentLanguage] = useState<Language>();
  useLayoutEffect(() => {
    let isWanted = true;
    const show = (): void => {
      if (!isWanted) return;
      document.documentElement.lang = language;
      setCurrentLanguage(language);
    };
    // Without its French, what the API says stays in English.
    if (language === 'fr') void import('./faults-in-french.ts').then((module) => (french = module)).then(show, show);
    else show();
    return () => void (isWanted = false);
  }, [language]);
  return currentLanguage && <LanguageContext value={currentLanguage}>{children}</LanguageContext>;
}

export const useLanguage = (): Language => use(LanguageContext);

/** The texts in the language that is shown, outside of components. */
export const currentTexts = <Shape,>(texts: Both<Shape>): Shape => texts[readsFrench() ? 'fr' : 'en'];

/** The texts in the reader's language. */
export const useTexts = <Shape,>(texts: Both<Shape>): Shape => texts[useLanguage()];
