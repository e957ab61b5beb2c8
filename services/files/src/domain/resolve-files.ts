import { Failure } from '@partner-ordering/kernel';
import type { FileDescription, ResolvedFile } from '@partner-ordering/service-client';
import { isAdmin, nameable } from './access.ts';
import { imageUrlOf, pathIn, publicImageUrlOf, urlOf, type Addresses } from './address.ts';
import { recordAvatars } from './avatar-file.ts';
import type { FileRow } from './find-file.ts';
import type { Quotas } from './forms/quotas.ts';
import type { Holders } from './holders.ts';
import { filesAt, type FileLookup } from './record-upload.ts';
import { refusals } from '../storage/refusals.ts';

/** What looking up named files takes. */
export interface FileParts extends Omit<FileLookup, 'now'> {
  quotas: Quotas;
  addresses: Addresses;
  holders: Holders;
  issuer: string;
}

/**
 * What becomes of each name that a user gives in a request, a path or an address: the description of a file that they may name, or why they
 * may not. Nothing changes but that an upload is recorded which did not pass through this service, or an avatar.
 */
export async function resolveFiles(
  parts: FileParts,
  { user, names }: { user: string; names: readonly string[] },
  now: Date,
): Promise<ResolvedFile[]> {
  const { database, storage, write, imageLimits, quotas, holders } = parts;
  const named = await Promise.all(names.map(async (given) => ({ given, path: await pathIn(parts.addresses, given) })));
  const paths = [...new Set(named.flatMap(({ path }) => path ?? []))];
  const refused = await recordAvatars({ database, storage, quotas }, { user, paths }, now);
  const found = new Map([...(await filesAt({ database, storage, write, imageLimits, now }, paths)), ...refused]);
  const files = [...found.values()].filter((file): file is FileRow => !(file instanceof Failure));
  const granted = await nameable(files, { user, isAdmin: await isAdmin(database, user) }, { holders, now });
  return named.map(({ given, path }) => {
    const file = found.get(path ?? '');
    const refusal = path === undefined ? refusals.pathOrAddress : objection(file, granted);
    return {
      given,
      file: refusal === null ? descriptionOf(parts, file as FileRow) : null,
      refusal,
      is_foreign: path === undefined && isElsewhere(given, parts),
    };
  });
}

/** Whether it is an address of something else on the web, which it may be where a file need not be ours. */
function isElsewhere(given: string, { issuer }: FileParts): boolean {
  const url = URL.parse(given);
  return url !== null && url.origin !== new URL(issuer).origin;
}

/** Why a file may not be named; null when it may. Only its uploader can name an upload that was refused, and learns why it was. */
function objection(file: FileRow | Failure | undefined, granted: ReadonlySet<string>): string | null {
  if (file instanceof Failure) return file.details?.[0]?.message ?? refusals.absent;
  return file && granted.has(file.path) ? null : refusals.absent;
}

const descriptionOf = ({ issuer }: FileParts, { path, name, contentType, sizeBytes, image }: FileRow): FileDescription => ({
  path,
  url: urlOf(issuer, path),
  image_url: image && imageUrlOf(issuer, path),
  public_image_url: image && publicImageUrlOf(issuer, path),
  name,
  content_type: contentType,
  size: sizeBytes,
});
