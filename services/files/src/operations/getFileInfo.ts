import { formatTime } from '@partner-ordering/kernel';
import { ok } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { pathOf } from '../domain/address.ts';
import { readableFile } from './serving/readable-file.ts';

export const getFileInfo: Operations['getFileInfo'] = async (context) => {
  const file = await readableFile(context, context.principal, await pathOf(context, context.path.url, 'url'));
  const { path, name, contentType, sizeBytes, sha256, createdAt, image } = file;
  return ok({ path, name, content_type: contentType, size: sizeBytes, sha256, created_at: formatTime(createdAt), image });
};
