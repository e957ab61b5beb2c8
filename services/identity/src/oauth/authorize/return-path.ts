const HOME = '/console/';
const MAX_LENGTH = 2_000;

/** Where a person goes after signing in: an address of the console, on our own origin. Anything else becomes the console's start. */
export function returnPath(given = HOME): string {
  if (given.length > MAX_LENGTH || !/^\/[!-[\]-~]*$/.test(given)) return HOME;
  // Parsed as a browser does, which resolves dot segments.
  const url = URL.parse(given, OURS);
  if (url?.origin !== OURS || !/^\/console(?:\/|$)/.test(url.pathname) || url.pathname.includes('//')) return HOME;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** Stands for our own origin. */
const OURS = 'https://console.invalid';
