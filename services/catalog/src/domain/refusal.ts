import { type Detail, invalid, type StateKey, Unconfirmed } from '@partner-ordering/kernel';

/**
 * 400 with everything that is wrong with a request; does nothing when nothing is.
 * `unconfirmed` are the states of other services that it rests on: they are asked before it stands.
 */
export function refuseIfAny(details: readonly Detail[], unconfirmed: readonly StateKey[] = []): void {
  if (details.length === 0) return;
  const refusal = invalid(...details);
  throw unconfirmed.length === 0 ? refusal : new Unconfirmed(unconfirmed, refusal);
}
