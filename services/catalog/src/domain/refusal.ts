import { type Detail, invalid, type StateKey, PossiblyStale } from '@partner-ordering/kernel';

/** Throws 400 if there are details, after the owners of the states in `restsOn` have confirmed them. */
export function refuseIfAny(details: readonly Detail[], restsOn: readonly StateKey[] = []): void {
  if (details.length === 0) return;
  const refusal = invalid(...details);
  throw restsOn.length === 0 ? refusal : new PossiblyStale(restsOn, refusal);
}
