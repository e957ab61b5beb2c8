import { formatTime } from '@partner-ordering/data';
import { ok } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { readableFile } from './readable-file.ts';

const SIGNED_MS = 15 * 60 * 1000;

export const signFile: Operations['signFile'] = async (context) => {
  const { path, now, storage, addresses } = context;
  const file = await readableFile(context, addresses.pathOf(path.url, 'url'));
  const expiresAt = new Date(now.getTime() + SIGNED_MS);
  return ok({ url: storage.signedUrl(file.path, expiresAt), expires_at: formatTime(expiresAt) }, { 'Cache-Control': 'no-store' });
};
