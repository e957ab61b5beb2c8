import { formatTime, notFound } from '@partner-ordering/kernel';
import { ok } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { canBeRead } from '../domain/keep-upload.ts';
import { contentHeaders } from './serving/content-headers.ts';
import { readableFile } from './serving/readable-file.ts';

const SIGNED_MS = 15 * 60 * 1000;

export const signFile: Operations['signFile'] = async (context) => {
  const { path, now, storage, addresses } = context;
  const file = await readableFile(context, await addresses.pathOf(path.url, 'url'));
  if (!(await canBeRead(context, file, context))) throw notFound('file');
  const expiresAt = new Date(now.getTime() + SIGNED_MS);
  const headers = contentHeaders({ ...file, name: shortened(file.name) });
  const shown = { contentType: headers['Content-Type'], contentDisposition: headers['Content-Disposition'] };
  const url = await storage.signedUrl(file.path, expiresAt, shown);
  return ok({ url, expires_at: formatTime(expiresAt) }, { 'Cache-Control': 'no-store' });
};

/** The end of a name, as the length of an address is limited. */
const shortened = (name: string): string => [...name].slice(-60).join('');
