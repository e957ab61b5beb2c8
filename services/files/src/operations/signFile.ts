import { formatTime } from '@partner-ordering/kernel';
import { ok } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { pathOf } from '../domain/address.ts';
import { readableFile } from './serving/readable-file.ts';
import { signedAddress } from './serving/signed-address.ts';

export const signFile: Operations['signFile'] = async (context) => {
  const file = await readableFile(context, context.principal, await pathOf(context, context.path.url, 'url'));
  const { url, expiresAt } = await signedAddress(context, file);
  return ok({ url, expires_at: formatTime(expiresAt) }, { 'Cache-Control': 'no-store' });
};
