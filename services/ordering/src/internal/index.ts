import type { Operations } from '../../generated/internal/operations.ts';
import { getProductUse } from './getProductUse.ts';

/** All operations of the internal document. If one is missing, this does not compile. */
export const internalOperations: Operations = { getProductUse };
