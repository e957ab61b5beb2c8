// Generated from the names in operations.ts and the files of src/internal by `npm run generate`. Do not edit.
import type { Operations } from './operations.ts';

export const internalOperations: Operations = {};
