import { Failure, type Principal } from '@partner-ordering/kernel';
import type { AttachAnswer, FileDescription, Neighbours } from '@partner-ordering/neighbours';
import { crashPoint } from '@partner-ordering/messaging';
import type { Operations } from '../../generated/internal/operations.ts';
import { isAdmin, mayRead } from '../domain/access.ts';
import { pathIn, urlOf } from '../domain/address.ts';
import { attach } from '../domain/attachments.ts';
import type { FileRow } from '../domain/find-file.ts';
import { filesAt } from '../domain/record-upload.ts';

const ABSENT = 'there is no such file';

export const attachFiles: Operations['attachFiles'] = async ({ body, caller, database, storage, addresses, issuer, neighbours, now }) => {
  const { paths: given, holder, user } = body;
  const reader = { user, isAdmin: await isAdmin(database, user) };
  const named = await Promise.all(given.map(async (text) => ({ given: text, path: await pathIn(addresses, text) })));
  const found = await filesAt({ database, storage, now }, [...new Set(named.flatMap(({ path }) => path ?? []))]);
  const files = new Map<string, FileRow>();
  const refused: AttachAnswer['refused'] = [];
  for (const { given: text, path } of named) {
    const file = found.get(path ?? '');
    const message = path === undefined ? 'is no file of ours' : await objection(file, reader, neighbours);
    if (message !== undefined) refused.push({ given: text, message });
    else files.set(text, file as FileRow);
  }
  if (refused.length > 0) return { files: [], refused };
  const paths = [...new Set([...files.values()].map(({ path }) => path))];
  const isDone = holder === null || (await database.transactional((tx) => attach(tx, { service: caller, holder, paths }, now)));
  if (!isDone) return { files: [], refused: given.map((text) => ({ given: text, message: ABSENT })) };
  crashPoint('claim');
  return { files: given.map((text) => descriptionOf(issuer, files.get(text)!)), refused: [] };
};

/**
 * Why a user may not attach a file; undefined when they may. Only its uploader can name an upload that was refused, and learns why it was.
 */
async function objection(
  file: FileRow | Failure | undefined,
  reader: Pick<Principal, 'user' | 'isAdmin'>,
  neighbours: Neighbours<'files'>,
): Promise<string | undefined> {
  if (file instanceof Failure) return file.details?.[0]?.message ?? ABSENT;
  return file && (file.uploader === reader.user || (await mayRead(file, reader, neighbours))) ? undefined : ABSENT;
}

const descriptionOf = (issuer: string, { path, name, contentType, sizeBytes, image }: FileRow): FileDescription => ({
  path,
  url: urlOf(issuer, path),
  image_url: image && `${issuer}/v1/img/${path}`,
  name,
  content_type: contentType,
  size: sizeBytes,
});
