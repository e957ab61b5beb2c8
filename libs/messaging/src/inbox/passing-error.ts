import { Failure } from '@partner-ordering/kernel';
import { isConnectionError, isContentionError } from '@partner-ordering/data';

/** Whether an error will pass by itself, so that it says nothing about the event being handled: something is down, or a lock was lost. */
export function isPassing(error: unknown): boolean {
  if (error instanceof Failure) return error.kind === 'unavailable';
  return isConnectionError(error) || isContentionError(error);
}
