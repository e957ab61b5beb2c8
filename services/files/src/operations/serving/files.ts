import type { DomainContext } from '@partner-ordering/http';
import { noteOrganization } from '@partner-ordering/data';
import { notFound, type Principal, rightsOf } from '@partner-ordering/kernel';
import type { CallableServices } from '@partner-ordering/service-client';
import { mayRead } from '../../domain/access.ts';
import { recordAvatars } from '../../domain/avatar-file.ts';
import type { FileRow } from '../../domain/find-file.ts';
import { holderLookup } from '../../domain/holders.ts';
import { canBeRead } from '../../domain/keep-upload.ts';
import type { FileLookup, Parts } from '../../domain/parts.ts';
import { fileAt } from '../../domain/record-upload.ts';
import { contentHeaders } from './content-headers.ts';

/**
 * A file that the principal may read; 404 for any other, 400 for an avatar beyond their quota. Identity confirms a refusal, as the right
 * may depend on memberships.
 */
export async function readableFile(
  context: Parts & Pick<DomainContext<CallableServices<'files'>>, 'claims' | 'services'>,
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
  if (!file || !(await mayRead(file, principal, holderLookup(database, services)))) throw notFound(noun).restingOn([rightsOf(principal)]);
  noteOrganization(file.organization);
  return file;
}

const SIGNED_MS = 15 * 60 * 1000;

/** Signs an address that serves a file without a token for 15 minutes; 404 for a file whose bytes are lost. */
export async function signedAddress(context: FileLookup, file: FileRow): Promise<{ url: string; expiresAt: Date }> {
  const { storage, now } = context;
  if (!(await canBeRead(context, file))) throw notFound('file');
  const expiresAt = new Date(now.getTime() + SIGNED_MS);
  const headers = contentHeaders({ ...file, name: shortened(file.name) });
  const downloadHeaders = { contentType: headers['Content-Type'], contentDisposition: headers['Content-Disposition'] };
  return { url: await storage.signedUrl(file.path, expiresAt, downloadHeaders), expiresAt };
}

/** The end of a name, as the length of an address is limited. */
const shortened = (name: string): string => [...name].slice(-60).join('');
