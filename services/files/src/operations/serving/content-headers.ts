import { encodeExtended } from 'content-disposition';
import { isShownInline } from '../../domain/content.ts';

/**
 * Type and disposition of a file (RFC 6266). Only images are shown in place, and a browser runs nothing of any file. The disposition always
 * has `filename` in quotes and `filename*`, which `create` of content-disposition leaves out where it can.
 */
export const contentHeaders = ({ name, contentType }: { name: string; contentType: string }) => ({
  'Content-Type': contentType === 'text/plain' ? 'text/plain; charset=utf-8' : contentType,
  'Content-Disposition': `${isShownInline(contentType) ? 'inline' : 'attachment'}; ${filenames(name)}`,
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
});

/** Entity tag of a file, whose bytes never change. A file in a bucket may have no hash. */
export const fileTag = ({ sha256, path }: { sha256: string | null; path: string }): string => `"${sha256 ?? path}"`;

/** Entity tag of an image: its path, as a bucket has no hash before the upload was kept. */
export const imageTag = ({ path }: { path: string }, variation: string | undefined): string =>
  `"${path}${variation ? `-${variation}` : ''}"`;

const filenames = (name: string): string => `filename="${ascii(name)}"; filename*=${encodeExtended(name)}`;

/** The name for clients that do not know `filename*`. */
const ascii = (name: string): string => name.replace(/[^ -~]|["\\%]/g, '_');
