import { asFunctions, type Ask, type Cause, type ServiceOperations } from '@partner-ordering/service-client';
import type { Request } from 'express';

/** What causes the calls of a request: its deadline, trace and id. */
export const causeOf = ({ deadlineMs, headers, id }: Request): Cause => ({
  deadlineMs,
  traceparent: headers['traceparent'] as string | undefined,
  requestId: id,
});

/** How a service reaches those that it may ask. */
export interface Calls {
  readonly ask: Ask;
  /** The operations that it may call. */
  readonly callable: ServiceOperations;
}

/** The operations of other services, called at once. */
export const askingNow = ({ ask, callable }: Calls, cause: Cause): object => asFunctions(callable, (call) => ask(call, cause));
