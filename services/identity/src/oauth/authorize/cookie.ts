import { browserCookie, browserSecret } from '@partner-ordering/auth';
import { languages, type Language } from '@partner-ordering/kernel';
import type { OAuthRequest } from '../form.ts';

/** The secret of the browser session; undefined if the browser has none. */
export const secretOf = ({ cookie }: OAuthRequest['headers'], issuer: string): string | undefined =>
  browserSecret(String(cookie ?? ''), issuer);

/** The browser keeps the secret until it closes. */
export const keepSecret = (issuer: string, secret: string) => ({ 'Set-Cookie': browserCookie(issuer, secret) });

/** The browser forgets its secret. */
export const forgetSecret = (issuer: string) => ({ 'Set-Cookie': `${browserCookie(issuer, '')}; Max-Age=0` });

/** The language that the person chose in this browser. */
export const chosenLanguage = ({ cookie }: OAuthRequest['headers']): Language | undefined => {
  const [, chosen] = /(?:^|; ?)language=(\w+)/.exec(String(cookie ?? '')) ?? [];
  return languages.find((language) => language === chosen);
};

/** The browser keeps the chosen language for a year. The account pages read it too. */
export const keepLanguage = (language: Language) => ({
  'Set-Cookie': `language=${language}; Path=/; Max-Age=${365 * 24 * 3600}; SameSite=Lax`,
});
