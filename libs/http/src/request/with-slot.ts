import type { Slots } from '@partner-ordering/kernel';
import { protocolErrors } from '../response/error-answers.ts';
import { ProtocolRefusal } from '../response/errors.ts';

const RETRY_AFTER_MS = 1_000;

/** Runs the work in a slot; 429 while the party has none left. */
export async function withSlot<Result>(slots: Slots, party: string, work: () => Promise<Result>): Promise<Result> {
  if (!slots.take(party)) throw new ProtocolRefusal(protocolErrors.tooManyRequests(RETRY_AFTER_MS));
  try {
    return await work();
  } finally {
    slots.leave(party);
  }
}
