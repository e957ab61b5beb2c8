import type { Operations } from '../../generated/internal/operations.ts';
import { getUnitPrice } from './getUnitPrice.ts';

/** All operations of the internal document. If one is missing, this does not compile. */
export const internalOperations: Operations = { getUnitPrice };
