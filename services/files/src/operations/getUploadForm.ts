import { ok } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { freshForm } from '../domain/forms/give-form.ts';

export const getUploadForm: Operations['getUploadForm'] = async ({ principal, query, database, storage, quotas, now }) =>
  ok(await freshForm({ database, storage, quotas }, { user: principal.user, size: query.size }, now), { 'Cache-Control': 'no-store' });
