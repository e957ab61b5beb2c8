import { urlVariable } from '@partner-ordering/kernel';
import { asFunctions, type Ask, type Cause, type ServiceOperations } from '@partner-ordering/service-client';

/** The calls of a service to others. */
export interface Calls {
  readonly ask: Ask;
  /** The operations that it may call. */
  readonly callable: ServiceOperations;
}

/** The operations of other services, called at once. */
export const bindCalls = ({ ask, callable }: Calls, cause: Cause): object => asFunctions(callable, (call) => ask(call, cause));

/** Base URLs of a service's instances. Throws an Error that names the variable when they are missing or wrong. */
export function instanceUrls(urls: Readonly<Record<string, readonly string[]>>, service: string): readonly string[] {
  const found = urls[service];
  if (!found) throw new Error(`${urlVariable(service)} is missing (where that service listens)`);
  if (!found.every((url) => URL.canParse(url))) throw new Error(`${urlVariable(service)}: must be a URL, or several separated by commas`);
  return found;
}
