import { type Detail, invalid, type StateKey, PossiblyStale } from '@partner-ordering/kernel';

/**
 * Throws 400 with all details; does nothing without any. `restsOn` names the states of other services that the refusal depends on: their
 * owners are asked before the request is refused.
 */
export function refuseIfAny(details: readonly Detail[], restsOn: readonly StateKey[] = []): void {
  if (details.length === 0) return;
  const refusal = invalid(...details);
  throw restsOn.length === 0 ? refusal : new PossiblyStale(restsOn, refusal);
}
