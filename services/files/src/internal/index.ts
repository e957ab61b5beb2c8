import type { Operations } from '../../generated/internal/operations.ts';
import { findPaths } from './findPaths.ts';
import { getUploadForm } from './getUploadForm.ts';
import { resolveFiles } from './resolveFiles.ts';
import { storeDocument } from './storeDocument.ts';

/** All operations of the internal document. If one is missing, this does not compile. */
export const internalOperations: Operations = { findPaths, getUploadForm, resolveFiles, storeDocument };
