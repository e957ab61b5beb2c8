// Generated from the names in operations.ts and the files of src/internal by `npm run generate`. Do not edit.
import type { Operations } from './operations.ts';
import { storeDocument } from '../../src/internal/storeDocument.ts';
import { findPaths } from '../../src/internal/findPaths.ts';
import { resolveFiles } from '../../src/internal/resolveFiles.ts';
import { getUploadForm } from '../../src/internal/getUploadForm.ts';

export const internalOperations: Operations = { storeDocument, findPaths, resolveFiles, getUploadForm };
