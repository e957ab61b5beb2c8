// Generated from the names in operations.ts and the files of src/internal by `npm run generate`. Do not edit.
import type { Operations } from './operations.ts';
import { getProductUse } from '../../src/internal/getProductUse.ts';
import { listProjectFiles } from '../../src/internal/listProjectFiles.ts';

export const internalOperations: Operations = { getProductUse, listProjectFiles };
