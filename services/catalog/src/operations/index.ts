import type { Operations } from '../../generated/operations.ts';
import { createCategory } from './createCategory.ts';

/** Every operation of the document; a missing one does not compile. */
export const operations: Operations = { createCategory };
