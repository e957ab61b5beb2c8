import { invalid } from '@partner-ordering/kernel';
import { faults } from '../faults.ts';
import { isPath, type Storage, type Variation, variations } from '../storage/storage.ts';
import { avatarPath } from './avatar.ts';
import { refusalIn } from './record-upload.ts';

/** The addresses of files; `issuer` is the public address without a trailing slash. */
interface Site {
  readonly issuer: string;
  readonly storage: Storage;
}

/**
 * The path of the file that a client names: by its path, or by any address of it, its image or a variation, signed or not, with the host or
 * relative as in `Location`. 400 names `field`.
 */
export async function pathOf({ issuer, storage }: Site, given: string, field: string): Promise<string> {
  if (isPath(given)) return avatarPath(given) ?? given;
  const { origin } = new URL(issuer);
  const isRelative = given.startsWith('/');
  const address = isRelative ? `${origin}${given}` : given;
  const url = URL.parse(address);
  const path = url && (stablePath(url, origin) ?? (await storage.pathOf(url)));
  // The parser resolves dot segments. An address that has one is refused, and not taken for what it resolves to.
  if (path && isPath(path) && address.startsWith(`${url.origin}${url.pathname}`)) return path;
  throw invalid(url && !isRelative ? faults.foreign_file_address(field) : faults.not_a_file_reference(field));
}

/** The path in an unsigned address, which is the same for every storage. */
function stablePath(url: URL, ourOrigin: string): string | undefined {
  const [, kind, name] = /^\/v1\/(storage|img|p\/img)\/([^/]+)$/.exec(url.pathname) ?? [];
  if (name === undefined || url.origin !== ourOrigin || url.searchParams.has('signature')) return undefined;
  return avatarPath(name) ?? (kind === 'storage' ? name : imageNamed(name).path);
}

/** The path in a name that another service passes on; undefined for what is no file of ours. */
export const pathIn = (site: Site, given: string): Promise<string | undefined> =>
  pathOf(site, given, 'path').catch((error: unknown) => void refusalIn(error));

/** The stable, unsigned address of a file. */
export const urlOf = (issuer: string, path: string): string => `${issuer}/v1/storage/${path}`;

/** The address of an image for those who may read it, and the one for everybody. */
export const imageUrlOf = (issuer: string, path: string): string => `${issuer}/v1/img/${path}`;
export const publicImageUrlOf = (issuer: string, path: string): string => `${issuer}/v1/p/img/${path}`;

const imageName = new RegExp(`^(.+?)(?:-(${variations.join('|')}))?(?:\\.[a-z]{2,5})?$`);

/** Splits `<path>`, `<path>-icon` or `<path>-thumb`, with any extension or none. */
export function imageNamed(filename: string): { path: string; variation: Variation | undefined } {
  const [, path = filename, variation] = imageName.exec(filename) ?? [];
  return { path, variation: variation as Variation | undefined };
}
