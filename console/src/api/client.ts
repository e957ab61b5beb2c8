import { createClient, UsageError, type Image } from '@partner-ordering/client';

/** The address of the sign-in page, which leads back to this page. */
export const signInAddress = (): string => `/oauth2/sign_in?${new URLSearchParams({ return_to: location.pathname + location.search })}`;

/** The public API with a cookie instead of a token. The header distinguishes our requests from forged ones. */
const fetchByCookie: typeof fetch = (input, init) => {
  const url = consoleUrl(String(input));
  const headers = new Headers(init?.headers);
  headers.set('X-Console', '1');
  return fetch(url, { ...init, headers });
};

const consoleUrl = (url: string): string => {
  const { pathname, search } = new URL(url, location.origin);
  if (!pathname.startsWith('/v1/')) throw new UsageError(`${pathname} is not of the API`);
  return `/console/api/${pathname.slice('/v1/'.length)}${search}`;
};

/** Every operation of the public API, as the signed-in user. Throws `AuthenticationError` when nobody is signed in. */
export const api = createClient({ url: location.origin, runtime: { fetch: fetchByCookie } });

/** The address of an image in this page, whole or as one of its smaller variations. */
export const imageSource = ({ url, variations }: Pick<Image, 'url' | 'variations'>, variation?: keyof Image['variations']): string =>
  consoleUrl(variation === undefined ? url : variations[variation].url);

/** The address of a worker's picture in this page. A picture on a foreign server is not shown: it would reveal the viewer. */
export const workerPicture = (url: string | null): string | undefined =>
  url !== null && new URL(url).pathname.startsWith('/v1/') ? consoleUrl(`${url}-icon`) : undefined;

/** Leaves a download to the browser, which writes it to the disk as it arrives. Returns the status of a refusal, 0 without an answer. */
export async function download(path: string): Promise<number | null> {
  const { ok, status } = await fetchByCookie(path, { method: 'HEAD' }).catch(() => ({ ok: false, status: 0 }));
  if (!ok) return status;
  Object.assign(document.createElement('a'), { href: consoleUrl(path), download: '' }).click();
  return null;
}

/** Opens a file by an address that needs no token and is good for 15 minutes. */
export async function openFile(url: string): Promise<void> {
  const signed = await api.signFile(url);
  Object.assign(document.createElement('a'), { href: signed.url, target: '_blank', rel: 'noreferrer' }).click();
}
