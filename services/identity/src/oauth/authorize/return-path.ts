import { invalidRequest } from '../refusal.ts';

const HOME = '/console/';
/** As in the document. */
const MAX_LENGTH = 8_192;

/** The console's address to which a person returns. Any other becomes the console's start; one that is too long is refused. */
export function returnPath(path = HOME): string {
  if ([...path].length > MAX_LENGTH) throw invalidRequest(`return_to: must have at most ${MAX_LENGTH} characters`);
  if (!/^\/[!-[\]-~]*$/.test(path)) return HOME;
  // Parsed as a browser does, which resolves dot segments.
  const url = URL.parse(path, OWN_ORIGIN);
  if (url?.origin !== OWN_ORIGIN || !/^\/console(?:\/|$)/.test(url.pathname) || url.pathname.includes('//')) return HOME;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Stands for our own origin, of which only the paths count. */
const OWN_ORIGIN = 'https://console.invalid';
