import type { Dispatcher } from 'undici';
import { faults } from './faults.ts';
import { OutboundRefusal } from './refusal.ts';

/** The part of `GuardedRequest` that limits redirects. */
interface RedirectLimits {
  method?: 'GET' | 'POST';
  maxRedirects?: number;
}

/** Parses an address or throws a refusal. `URL` normalizes IP spellings (`0x7f.1`). The allowed origin may have any scheme and port. */
export function checkedUrl(text: string, allowsHttp: boolean, allowedOrigin?: string): URL {
  const url = URL.parse(text);
  if (!url) throw new OutboundRefusal('url', faults.not_a_web_address);
  const isAllowed = originOf(url) === allowedOrigin;
  if (!isAllowed && url.protocol !== 'https:' && !(allowsHttp && url.protocol === 'http:'))
    throw new OutboundRefusal('url', faults.not_https);
  if (url.username !== '' || url.password !== '') throw new OutboundRefusal('url', faults.contains_credentials);
  if (!isAllowed && !mayBePort(url.port, allowsHttp))
    throw new OutboundRefusal('url', (path) => faults.port_not_allowed(path, { port: Number(url.port) }));
  return url;
}

/** Not `url.origin`: that of `blob:http://host/` is the inner one. */
export const originOf = ({ protocol, host }: URL): string => `${protocol}//${host}`;

/** Below 1024 are the services of a machine itself: mail, names, files. `URL` leaves out the port that a scheme has anyway. */
const mayBePort = (port: string, allowsHttp: boolean): boolean =>
  port === '' || port === '443' || (port === '80' && allowsHttp) || Number(port) >= 1024;

/** The target of a redirect that the request follows, else undefined. Throws `OutboundRefusal` for a redirect without an address. */
export function redirectOf(
  { statusCode, headers }: Dispatcher.ResponseData,
  from: URL,
  { method = 'GET', maxRedirects = 0 }: RedirectLimits,
) {
  const { location } = headers;
  if (method !== 'GET' || maxRedirects === 0 || ![301, 302, 303, 307, 308].includes(statusCode)) return undefined;
  const next = typeof location === 'string' ? URL.parse(location, from.href) : null;
  if (!next) throw new OutboundRefusal('redirect', faults.redirects_nowhere);
  return next.href;
}
