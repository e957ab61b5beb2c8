import type { Operations } from '../../generated/internal/operations.ts';
import { pathIn, urlOf } from '../domain/address.ts';
import { storeDocument as store } from '../domain/document.ts';
import { formFor } from '../domain/forms/upload-forms.ts';
import { holderLookup } from '../domain/holders.ts';
import { resolveFiles as resolve } from '../domain/resolve-files.ts';

export const findPaths: Operations['findPaths'] = async (context) => ({
  paths: await Promise.all(context.body.names.map(async (given) => ({ given, path: (await pathIn(context, given)) ?? null }))),
});

export const getUploadForm: Operations['getUploadForm'] = (context) => formFor(context, context.query.user, context.now);

export const resolveFiles: Operations['resolveFiles'] = async (context) => ({
  files: await resolve(context, holderLookup(context.database, context.services), { ...context.body, deadlineMs: context.deadlineMs }),
});

export const storeDocument: Operations['storeDocument'] = async (context) => {
  const { path, holder, name, content_type: contentType, content } = context.body;
  const document = { service: context.caller, path, holder, name, contentType, content: Buffer.from(content, 'base64') };
  await store(context, document, context.deadlineMs);
  return { url: urlOf(context.issuer, path) };
};
