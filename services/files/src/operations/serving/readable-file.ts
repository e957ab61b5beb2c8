import { notFound, PossiblyStale } from '@partner-ordering/kernel';
import type { OperationTools } from '@partner-ordering/http';
import type { CallableServices } from '@partner-ordering/service-client';
import type { Dependencies } from '../../context.ts';
import { mayRead } from '../../domain/access.ts';
import { recordAvatars } from '../../domain/avatar-file.ts';
import { holders } from '../../domain/holders.ts';
import { fileAt } from '../../domain/record-upload.ts';
import type { FileRow } from '../../domain/find-file.ts';

/**
 * A file that the caller may read; 404 for any other, 400 for an avatar that their quota has no room for. The right to read may depend on
 * memberships, so identity confirms a refusal.
 */
export async function readableFile(
  {
    database,
    storage,
    write,
    imageLimits,
    quotas,
    now,
    claims,
    principal,
    services,
  }: Pick<OperationTools<CallableServices<'files'>>, 'database' | 'now' | 'claims' | 'principal' | 'services'> &
    Pick<Dependencies, 'storage' | 'write' | 'imageLimits' | 'quotas'>,
  path: string,
  noun = 'file',
): Promise<FileRow> {
  // A token for files alone may be in anybody's hands, so it makes none.
  const avatars = claims.scopes.has('base') ? [path] : [];
  const refused = (await recordAvatars({ database, storage, quotas }, { user: principal.user, paths: avatars }, now)).get(path);
  if (refused) throw refused;
  const file = await fileAt({ database, storage, write, imageLimits, now }, path);
  if (file && (await mayRead(file, principal, holders(database, services)))) return file;
  throw new PossiblyStale([{ type: 'principal', key: principal.user }], notFound(noun));
}
