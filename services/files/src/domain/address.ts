import { invalid } from '@partner-ordering/kernel';
import { refusals } from '../storage/refusals.ts';
import { isPath, type Storage } from '../storage/storage.ts';
import { refusalIn } from './record-upload.ts';

/** The addresses of files in this installation. */
export interface Addresses {
  /** The path that a client gives, either itself or as one of our addresses, signed or not. 400 names `field`. */
  pathOf(given: string, field: string): Promise<string>;
}

/** `issuer` is the public address without a trailing slash. */
export const addresses = ({ issuer, storage }: { issuer: string; storage: Storage }): Addresses => ({
  pathOf: async (given, field) => {
    if (isPath(given)) return given;
    const url = URL.parse(given);
    if (!url) throw invalid({ path: field, message: refusals.pathOrAddress });
    const path = stablePath(url, issuer) ?? (await storage.pathOf(url));
    // The parser resolves dot segments. An address that has one is refused, and not taken for what it resolves to.
    if (path === undefined || !isPath(path) || !given.startsWith(`${url.origin}${url.pathname}`))
      throw invalid({ path: field, message: refusals.foreignAddress });
    return path;
  },
});

/** The path in an unsigned address, which looks the same for every storage. */
function stablePath({ origin, pathname, searchParams }: URL, issuer: string): string | undefined {
  const [, path] = /^\/v1\/(?:storage|img)\/([^/]+)$/.exec(pathname) ?? [];
  return origin === new URL(issuer).origin && !searchParams.has('signature') ? path : undefined;
}

/** The path that another service passes on from a client; undefined for what is no file of ours. */
export const pathIn = (of: Addresses, given: string): Promise<string | undefined> =>
  of.pathOf(given, 'path').catch((error: unknown) => void refusalIn(error));

/** The stable, unsigned address of a file. */
export const urlOf = (issuer: string, path: string): string => `${issuer}/v1/storage/${path}`;
