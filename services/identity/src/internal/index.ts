import type { Operations } from '../../generated/internal/operations.ts';
import { listMemberships } from './listMemberships.ts';
import { listRevocations } from './listRevocations.ts';
import { noteSeen } from './noteSeen.ts';

/** All operations of the internal document. If one is missing, this does not compile. */
export const internalOperations: Operations = { listMemberships, listRevocations, noteSeen };
