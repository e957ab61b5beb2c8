import type { Operations } from '../../generated/internal/operations.ts';
import { formFor } from '../domain/forms/give-form.ts';

export const getUploadForm: Operations['getUploadForm'] = ({ query, database, storage, quotas, now }) =>
  formFor({ database, storage, quotas }, query.user, now);
