import type { Operations } from '../../generated/internal/operations.ts';
import { getListedPrices } from './getListedPrices.ts';

/** All operations of the internal document. If one is missing, this does not compile. */
export const internalOperations: Operations = { getListedPrices };
