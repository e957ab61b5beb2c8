import { browserCookie, browserSecret } from '@partner-ordering/auth';
import type { OAuthRequest } from '../form.ts';

/** The secret of the browser session; undefined if the browser has none. */
export const secretOf = ({ cookie }: OAuthRequest['headers'], issuer: string): string | undefined =>
  browserSecret(String(cookie ?? ''), issuer);

/** The browser keeps the secret until it closes. */
export const keepSecret = (issuer: string, secret: string) => ({ 'Set-Cookie': browserCookie(issuer, secret) });

/** The browser forgets its secret. */
export const forgetSecret = (issuer: string) => ({ 'Set-Cookie': `${browserCookie(issuer, '')}; Max-Age=0` });
