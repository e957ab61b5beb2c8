import type { OAuthRequest } from '../form.ts';

const isSecure = (issuer: string): boolean => issuer.startsWith('https:');

/** With `__Host-` no other host of the domain can set it. On this machine there is no TLS, which that needs. */
const nameOf = (issuer: string): string => (isSecure(issuer) ? '__Host-session' : 'session');

const cookie = (issuer: string, value: string): string =>
  `${nameOf(issuer)}=${value}; Path=/; HttpOnly; SameSite=Lax${isSecure(issuer) ? '; Secure' : ''}`;

/** The secret of the browser session; undefined if the browser has none. */
export function secretOf({ cookie: sent }: OAuthRequest['headers'], issuer: string): string | undefined {
  const start = `${nameOf(issuer)}=`;
  const pair = String(sent ?? '')
    .split(';')
    .map((one) => one.trim())
    .find((one) => one.startsWith(start));
  return pair?.slice(start.length) || undefined;
}

/** The browser keeps the secret until it closes. */
export const keepSecret = (issuer: string, secret: string) => ({ 'Set-Cookie': cookie(issuer, secret) });

/** The browser forgets its secret. */
export const forgetSecret = (issuer: string) => ({ 'Set-Cookie': `${cookie(issuer, '')}; Max-Age=0` });
