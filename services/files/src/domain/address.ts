import { invalid } from '@partner-ordering/data';
import { isPath, type Storage } from '../storage/storage.ts';

/** How files are addressed in this installation. */
export interface Addresses {
  /** The path that a client names: by itself, or by an address of ours, signed or not. Throws 400 naming `field`. */
  pathOf(given: string, field: string): string;
}

/** `issuer` is the public address without a slash at its end. */
export const addresses = ({ issuer, storage }: { issuer: string; storage: Storage }): Addresses => ({
  pathOf: (given, field) => {
    if (isPath(given)) return given;
    const url = URL.parse(given);
    if (!url) throw invalid({ path: field, message: 'is neither a path nor an address of a file' });
    const [, place, path = ''] = /^\/v1\/(storage|img)\/([^/]+)$/.exec(url.pathname) ?? [];
    // A dot segment would have been resolved by the parser: what was meant to lead elsewhere is not taken for what it leads to.
    if (url.origin !== new URL(issuer).origin || !isPath(path) || !given.startsWith(`${url.origin}/v1/${place}/${path}`))
      throw invalid({ path: field, message: 'is no address of a file here' });
    if (url.searchParams.has('signature') && storage.signedPath(url) !== path)
      throw invalid({ path: field, message: 'has a signature that is not ours' });
    return path;
  },
});
