import { invalid } from '@partner-ordering/kernel';
import { refusals } from '../storage/refusals.ts';
import { isPath, type Storage } from '../storage/storage.ts';
import { avatarPath } from './avatar.ts';
import { imageNamed } from './image.ts';
import { refusalIn } from './record-upload.ts';

/** The addresses of files in this installation. */
export interface Addresses {
  /**
   * The path of the file that a client names: by the path itself or by any address that we give out, which are those of the file and of its
   * image and the small versions, signed or not, with the host or, as `Location` has them, without. 400 names `field`.
   */
  pathOf(given: string, field: string): Promise<string>;
}

/** `issuer` is the public address without a trailing slash. */
export function addresses({ issuer, storage }: { issuer: string; storage: Storage }): Addresses {
  const { origin } = new URL(issuer);
  return {
    pathOf: async (given, field) => {
      if (isPath(given)) return avatarPath(given) ?? given;
      const isRelative = given.startsWith('/');
      const address = isRelative ? `${origin}${given}` : given;
      const url = URL.parse(address);
      const path = url && (stablePath(url, origin) ?? (await storage.pathOf(url)));
      // The parser resolves dot segments. An address that has one is refused, and not taken for what it resolves to.
      if (path && isPath(path) && address.startsWith(`${url.origin}${url.pathname}`)) return path;
      throw invalid({ path: field, message: url && !isRelative ? refusals.foreignAddress : refusals.pathOrAddress });
    },
  };
}

/** The path in an unsigned address, which looks the same for every storage. */
function stablePath(url: URL, ourOrigin: string): string | undefined {
  const [, kind, name] = /^\/v1\/(storage|img|p\/img)\/([^/]+)$/.exec(url.pathname) ?? [];
  if (name === undefined || url.origin !== ourOrigin || url.searchParams.has('signature')) return undefined;
  return avatarPath(name) ?? (kind === 'storage' ? name : imageNamed(name).path);
}

/** The path that another service passes on from a client; undefined for what is no file of ours. */
export const pathIn = (of: Addresses, given: string): Promise<string | undefined> =>
  of.pathOf(given, 'path').catch((error: unknown) => void refusalIn(error));

/** The stable, unsigned address of a file. */
export const urlOf = (issuer: string, path: string): string => `${issuer}/v1/storage/${path}`;

/** Where an image is shown to who may read it, and where to everybody if everybody may. */
export const imageUrlOf = (issuer: string, path: string): string => `${issuer}/v1/img/${path}`;
export const publicImageUrlOf = (issuer: string, path: string): string => `${issuer}/v1/p/img/${path}`;
