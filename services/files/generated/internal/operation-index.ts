// Generated from the names in operations.ts and the files of src/internal by `npm run generate`. Do not edit.
import type { Operations } from './operations.ts';
import { storeDocument, findPaths, resolveFiles, getUploadForm } from '../../src/internal/files.ts';

export const internalOperations: Operations = { storeDocument, findPaths, resolveFiles, getUploadForm };
