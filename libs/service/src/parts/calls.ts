import { keyTokens, serviceClient, operationsFor, deadlineIn, type CallableServices } from '@partner-ordering/service-client';
import { bindCalls, instanceUrls, type Runtime } from '@partner-ordering/http';
import type { Extension, JobParts, ServiceConfig, ServiceDefinition } from './service-definition.ts';

type Definition = ServiceDefinition<unknown, unknown>;

/** The tokens and calls of a service. */
export function callsOf(
  { name, callable = operationsFor(name) }: Pick<Definition, 'name' | 'callable'>,
  { serviceKeys: keys, serviceUrls, clock }: ServiceConfig,
): Pick<Runtime, 'tokens' | 'ask' | 'callable'> {
  const tokens = keyTokens({ keys, service: name, clock });
  return { tokens, callable, ask: serviceClient({ urls: serviceUrls, tokens }) };
}

/** Throws an Error that names the variable of a missing address. */
export function mustKnowAddresses(
  { follows }: Pick<Definition, 'follows'>,
  { serviceUrls }: ServiceConfig,
  { callable, authority }: Pick<Runtime, 'callable'> & Extension,
): void {
  const asked = [...Object.keys(callable), ...Object.keys(follows.states ?? {}), ...(authority ? [] : ['identity'])];
  for (const service of new Set(asked)) instanceUrls(serviceUrls, service);
}

/** The operations of other services for jobs. */
export const servicesWithin =
  <Name extends string>(calls: Pick<Runtime, 'ask' | 'callable'>): JobParts<CallableServices<Name>>['services'] =>
  (timeoutMs) =>
    bindCalls(calls, deadlineIn(timeoutMs)) as CallableServices<Name>;
