import { ok } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { issueForm } from '../domain/forms/give-form.ts';

export const getUploadForm: Operations['getUploadForm'] = async (context) => {
  const wanted = { user: context.principal.user, size: context.query.size, isRepeated: false };
  return ok(await issueForm(context, wanted, context.now), { 'Cache-Control': 'no-store' });
};
