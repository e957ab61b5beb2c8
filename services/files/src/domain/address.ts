import { invalid } from '@partner-ordering/kernel';
import { isPath, type Storage } from '../storage/storage.ts';

/** How files are addressed in this installation. */
export interface Addresses {
  /** The path that a client names: by itself, or by an address of ours, signed or not. Throws 400 naming `field`. */
  pathOf(given: string, field: string): Promise<string>;
}

/** `issuer` is the public address without a slash at its end. */
export const addresses = ({ issuer, storage }: { issuer: string; storage: Storage }): Addresses => ({
  pathOf: async (given, field) => {
    if (isPath(given)) return given;
    const url = URL.parse(given);
    if (!url) throw invalid({ path: field, message: 'is neither a path nor an address of a file' });
    const path = stablePath(url, issuer) ?? (await storage.pathOf(url));
    // A dot segment would have been resolved by the parser: what was meant to lead elsewhere is not taken for what it leads to.
    if (path === undefined || !isPath(path) || !given.startsWith(`${url.origin}${url.pathname}`))
      throw invalid({ path: field, message: 'is no address of a file here, or has a signature that is not ours' });
    return path;
  },
});

/** What an unsigned address names, whatever the storage. */
function stablePath({ origin, pathname, searchParams }: URL, issuer: string): string | undefined {
  const [, path] = /^\/v1\/(?:storage|img)\/([^/]+)$/.exec(pathname) ?? [];
  return origin === new URL(issuer).origin && !searchParams.has('signature') ? path : undefined;
}
