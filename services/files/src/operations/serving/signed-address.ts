import { notFound } from '@partner-ordering/kernel';
import type { FileRow } from '../../domain/find-file.ts';
import { canBeRead } from '../../domain/keep-upload.ts';
import type { FileLookup } from '../../domain/parts.ts';
import { contentHeaders } from './content-headers.ts';

const SIGNED_MS = 15 * 60 * 1000;

/** Signs an address that serves a file without a token for 15 minutes; 404 for a file whose bytes are lost. */
export async function signedAddress(context: FileLookup, file: FileRow): Promise<{ url: string; expiresAt: Date }> {
  const { storage, now } = context;
  if (!(await canBeRead(context, file))) throw notFound('file');
  const expiresAt = new Date(now.getTime() + SIGNED_MS);
  const headers = contentHeaders({ ...file, name: shortened(file.name) });
  const shown = { contentType: headers['Content-Type'], contentDisposition: headers['Content-Disposition'] };
  return { url: await storage.signedUrl(file.path, expiresAt, shown), expiresAt };
}

/** The end of a name, as the length of an address is limited. */
const shortened = (name: string): string => [...name].slice(-60).join('');
