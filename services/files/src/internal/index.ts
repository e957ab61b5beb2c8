import type { Operations } from '../../generated/internal/operations.ts';
import { attachFiles } from './attachFiles.ts';
import { detachFiles } from './detachFiles.ts';
import { getUploadForm } from './getUploadForm.ts';
import { storeDocument } from './storeDocument.ts';

/** All operations of the internal document. If one is missing, this does not compile. */
export const internalOperations: Operations = { attachFiles, detachFiles, getUploadForm, storeDocument };
