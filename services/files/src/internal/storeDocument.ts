import type { Operations } from '../../generated/internal/operations.ts';
import { urlOf } from '../domain/address.ts';

export const storeDocument: Operations['storeDocument'] = async ({ body, caller, storeDocument: store, issuer, now, deadlineMs }) => {
  const { path, holder, name, content_type: contentType } = body;
  const content = Buffer.from(body.content, 'base64');
  await store({ service: caller, path, holder, name, contentType, content }, { now, deadlineMs });
  return { url: urlOf(issuer, path) };
};
