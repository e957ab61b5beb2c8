const isSecure = (issuer: string): boolean => issuer.startsWith('https:');

/** With `__Host-` no other host of the domain can set it. On this machine there is no TLS, which that needs. */
const nameOf = (issuer: string): string => (isSecure(issuer) ? '__Host-session' : 'session');

/** As identity makes them. */
const secretPattern = /^[\w-]{43}$/;

/** The secret of the browser session in a `Cookie` header; undefined if the browser has none, or several: then somebody else set one. */
export function browserSecret(cookies: string, issuer: string): string | undefined {
  const start = `${nameOf(issuer)}=`;
  // No more is trimmed than RFC 6265 allows: a browser takes other names for ours than we may.
  const [secret = '', ...others] = cookies
    .split(/;[ \t]*/)
    .filter((pair) => pair.startsWith(start))
    .map((pair) => pair.slice(start.length));
  return others.length === 0 && secretPattern.test(secret) ? secret : undefined;
}

/** The `Set-Cookie` that keeps a secret until the browser closes. */
export const browserCookie = (issuer: string, secret: string): string =>
  `${nameOf(issuer)}=${secret}; Path=/; HttpOnly; SameSite=Lax${isSecure(issuer) ? '; Secure' : ''}`;
