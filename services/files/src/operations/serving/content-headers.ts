import { encodeExtended } from 'content-disposition';
import { isShownInline } from '../../domain/content.ts';

/**
 * Type and disposition of a file (RFC 6266). Only images are shown in place, and a browser runs nothing, whatever it takes the file for.
 * The disposition always has both `filename` in quotes and `filename*`; `create` of content-disposition leaves them out where it can.
 */
export const contentHeaders = ({ name, contentType }: { name: string; contentType: string }) => ({
  'Content-Type': contentType === 'text/plain' ? 'text/plain; charset=utf-8' : contentType,
  'Content-Disposition': `${isShownInline(contentType) ? 'inline' : 'attachment'}; ${filenames(name)}`,
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
});

/**
 * The entity tag of a file, which never changes. Without a hash it is one that clients sent past this service, and its path names it too.
 */
export const fileTag = ({ sha256, path }: { sha256: string | null; path: string }): string => `"${sha256 ?? path}"`;

/** The entity tag of an image. Its path names the same bytes for ever, while a bucket has their hash only from when the upload was kept. */
export const imageTag = ({ path }: { path: string }, variation: string | undefined): string =>
  `"${path}${variation ? `-${variation}` : ''}"`;

const filenames = (name: string): string => `filename="${ascii(name)}"; filename*=${encodeExtended(name)}`;

/** The name for clients that do not know `filename*`. */
const ascii = (name: string): string => name.replace(/[^ -~]|["\\%]/g, '_');
