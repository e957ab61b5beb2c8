import { type Detail, invalid, type StateKey, PossiblyStale } from '@partner-ordering/kernel';

/**
 * 400 with everything that is wrong with a request; does nothing when nothing is.
 * `restsOn` names the states of other services that the refusal rests on: their owners are asked before it stands.
 */
export function refuseIfAny(details: readonly Detail[], restsOn: readonly StateKey[] = []): void {
  if (details.length === 0) return;
  const refusal = invalid(...details);
  throw restsOn.length === 0 ? refusal : new PossiblyStale(restsOn, refusal);
}
