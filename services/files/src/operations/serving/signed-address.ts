import { notFound } from '@partner-ordering/kernel';
import type { OperationTools } from '@partner-ordering/http';
import type { Dependencies } from '../../context.ts';
import type { FileRow } from '../../domain/find-file.ts';
import { canBeRead } from '../../domain/keep-upload.ts';
import { contentHeaders } from './content-headers.ts';

const SIGNED_MS = 15 * 60 * 1000;

/** An address from which a file can be fetched without a token until it expires; 404 for one whose bytes are lost. */
export async function signedAddress(
  { database, storage, now }: Pick<OperationTools, 'database' | 'now'> & Pick<Dependencies, 'storage'>,
  file: FileRow,
): Promise<{ url: string; expiresAt: Date }> {
  if (!(await canBeRead({ database, storage }, file, { now }))) throw notFound('file');
  const expiresAt = new Date(now.getTime() + SIGNED_MS);
  const headers = contentHeaders({ ...file, name: shortened(file.name) });
  const shown = { contentType: headers['Content-Type'], contentDisposition: headers['Content-Disposition'] };
  return { url: await storage.signedUrl(file.path, expiresAt, shown), expiresAt };
}

/** The end of a name, as the length of an address is limited. */
const shortened = (name: string): string => [...name].slice(-60).join('');
