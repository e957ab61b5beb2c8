import { notFound, type Principal, rightsOf } from '@partner-ordering/kernel';
import type { OperationTools } from '@partner-ordering/http';
import type { CallableServices } from '@partner-ordering/service-client';
import { mayRead } from '../../domain/access.ts';
import { recordAvatars } from '../../domain/avatar-file.ts';
import { holders } from '../../domain/holders.ts';
import type { Parts } from '../../domain/parts.ts';
import { fileAt } from '../../domain/record-upload.ts';
import type { FileRow } from '../../domain/find-file.ts';

/**
 * A file that the principal may read; 404 for any other, 400 for an avatar beyond their quota. Identity confirms a refusal, as the right
 * may depend on memberships.
 */
export async function readableFile(
  context: Parts & Pick<OperationTools<CallableServices<'files'>>, 'claims' | 'services'>,
  principal: Principal,
  path: string,
  noun = 'file',
): Promise<FileRow> {
  const { claims, database, services, now } = context;
  // A token for files alone may be in anybody's hands, so it makes none.
  const avatars = claims.scopes.has('base') ? [path] : [];
  const refused = (await recordAvatars(context, { user: principal.user, paths: avatars }, now)).get(path);
  if (refused) throw refused;
  const file = await fileAt(context, path);
  if (file && (await mayRead(file, principal, holders(database, services)))) return file;
  throw notFound(noun).restingOn([rightsOf(principal)]);
}
