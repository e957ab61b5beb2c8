import type { Operations } from '../../generated/internal/operations.ts';
import { urlOf } from '../domain/address.ts';
import { storeDocument as store } from '../domain/document.ts';

export const storeDocument: Operations['storeDocument'] = async (context) => {
  const { path, holder, name, content_type: contentType, content } = context.body;
  const document = { service: context.caller, path, holder, name, contentType, content: Buffer.from(content, 'base64') };
  await store(context, document, context.deadlineMs);
  return { url: urlOf(context.issuer, path) };
};
