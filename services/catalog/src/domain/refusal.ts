import { type Detail, invalid, type StateKey } from '@partner-ordering/kernel';

/** Throws 400 if there are details, after the owners of the states in `restsOn` have confirmed them. */
export function refuseIfAny(details: readonly Detail[], restsOn: readonly StateKey[] = []): void {
  if (details.length === 0) return;
  const refusal = invalid(...details);
  throw restsOn.length === 0 ? refusal : refusal.restingOn(restsOn);
}
