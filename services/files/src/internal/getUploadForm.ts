import type { Operations } from '../../generated/internal/operations.ts';
import { uploadFormFor } from '../domain/upload-grant.ts';

export const getUploadForm: Operations['getUploadForm'] = ({ query, storage, now }) => uploadFormFor(storage, query.user, now);
