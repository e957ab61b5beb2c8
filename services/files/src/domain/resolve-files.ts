import { principalNow } from '@partner-ordering/auth';
import { DomainRefusal, type Detail } from '@partner-ordering/kernel';
import type { FileDescription, FileRefusal, ResolvedFile } from '@partner-ordering/service-client';
import { faults } from '../faults.ts';
import { nameablePaths } from './access.ts';
import { imageUrlOf, pathIn, publicImageUrlOf, urlOf } from './address.ts';
import { recordAvatars } from './avatar-file.ts';
import type { FileRow } from './find-file.ts';
import type { HolderLookup } from './holders.ts';
import type { Parts } from './parts.ts';
import { undecodable } from './images/variations.ts';
import { filesAt } from './record-upload.ts';

/**
 * Resolves the paths and addresses that a user gives in a request, each to the description of a file that they may name, or to why they may
 * not. Records avatars, and uploads to a bucket. An image is decoded when it is first named: 503 when that is not done before `deadlineMs`.
 */
export async function resolveFiles(
  parts: Parts & { issuer: string },
  holders: HolderLookup,
  { user, names, deadlineMs }: { user: string; names: readonly string[]; deadlineMs: number },
): Promise<ResolvedFile[]> {
  const { database, issuer, now } = parts;
  const named = await Promise.all(names.map(async (given) => ({ given, path: await pathIn(parts, given) })));
  const paths = [...new Set(named.flatMap(({ path }) => path ?? []))];
  const refused = await recordAvatars(parts, { user, paths }, now);
  const found = new Map([...(await filesAt(parts, paths)), ...refused]);
  const files = [...found.values()].filter((file): file is FileRow => !(file instanceof DomainRefusal));
  const granted = await nameablePaths(files, { user, isAdmin: (await principalNow(database, user))?.isAdmin ?? false }, { holders, now });
  const undecodablePaths = await undecodable(
    parts,
    files.filter(({ path }) => granted.has(path)),
    { by: user, deadlineMs },
  );
  return named.map(({ given, path }) => {
    const file = found.get(path ?? '');
    const refusal = path === undefined ? faults.not_a_file_reference('') : nameRefusal(file, granted, undecodablePaths);
    return {
      given,
      file: refusal === null ? descriptionOf(issuer, file as FileRow) : null,
      refusal: refusal && withoutPath(refusal),
      is_foreign: path === undefined && isOtherSite(given, issuer),
    };
  });
}

/** Whether a name is an address of another site. */
function isOtherSite(given: string, issuer: string): boolean {
  const url = URL.parse(given);
  return url !== null && url.origin !== new URL(issuer).origin;
}

/** Why a file may not be named; null when it may. Only its uploader learns why an upload was refused. */
function nameRefusal(file: FileRow | DomainRefusal | undefined, granted: ReadonlySet<string>, broken: ReadonlySet<string>): Detail | null {
  if (file instanceof DomainRefusal) return file.details?.[0] ?? faults.not_found('', { resource: 'file' });
  if (!file || !granted.has(file.path)) return faults.not_found('', { resource: 'file' });
  return broken.has(file.path) ? faults.image_not_readable('', { name: file.name }) : null;
}

/** The caller knows the field. */
const withoutPath = ({ code, message, params }: Detail): FileRefusal => ({ code, message, ...(params && { params }) });

const descriptionOf = (issuer: string, { path, name, contentType, sizeBytes, image }: FileRow): FileDescription => ({
  path,
  url: urlOf(issuer, path),
  image_url: image && imageUrlOf(issuer, path),
  public_image_url: image && publicImageUrlOf(issuer, path),
  name,
  content_type: contentType,
  size: sizeBytes,
});
