import type { Operations } from '../../generated/internal/operations.ts';
import { formFor } from '../domain/forms/give-form.ts';

export const getUploadForm: Operations['getUploadForm'] = (context) => formFor(context, context.query.user, context.now);
