import { ok } from '@partner-ordering/http';
import { formatTime } from '@partner-ordering/kernel';
import type { Operations } from '../../generated/operations.ts';
import { pathOf } from '../domain/address.ts';
import { issueForm } from '../domain/forms/upload-forms.ts';
import { readableFile, signedAddress } from './serving/files.ts';

export const signFile: Operations['signFile'] = async (context) => {
  const file = await readableFile(context, context.principal, await pathOf(context, context.path.url, 'url'));
  const { url, expiresAt } = await signedAddress(context, file);
  return ok({ url, expires_at: formatTime(expiresAt) }, { 'Cache-Control': 'no-store' });
};

export const getFileInfo: Operations['getFileInfo'] = async (context) => {
  const file = await readableFile(context, context.principal, await pathOf(context, context.path.url, 'url'));
  const { path, name, contentType, sizeBytes, sha256, createdAt, image } = file;
  return ok({ path, name, content_type: contentType, size: sizeBytes, sha256, created_at: formatTime(createdAt), image });
};

export const getUploadForm: Operations['getUploadForm'] = async (context) => {
  const request = { user: context.principal.user, size: context.query.size, isRepeated: false };
  return ok(await issueForm(context, request, context.now), { 'Cache-Control': 'no-store' });
};
