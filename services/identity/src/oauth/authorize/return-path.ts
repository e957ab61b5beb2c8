import { invalidRequest } from '../refusal.ts';

const HOME = '/console/';
/** As in the document. */
const MAX_LENGTH = 4_096;

/** Where a person goes after signing in: an address of the console. Anything else becomes the console's start; one too long is refused. */
export function returnPath(given = HOME): string {
  if ([...given].length > MAX_LENGTH) throw invalidRequest(`return_to: must have at most ${MAX_LENGTH} characters`);
  if (!/^\/[!-[\]-~]*$/.test(given)) return HOME;
  // Parsed as a browser does, which resolves dot segments.
  const url = URL.parse(given, OURS);
  if (url?.origin !== OURS || !/^\/console(?:\/|$)/.test(url.pathname) || url.pathname.includes('//')) return HOME;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Stands for our own origin. */
const OURS = 'https://console.invalid';
