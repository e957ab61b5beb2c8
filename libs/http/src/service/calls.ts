import { keyTokens, neighbourClient, operationsFor, within, type Neighbours } from '@partner-ordering/neighbours';
import { instanceUrls } from '../neighbours/instance-urls.ts';
import { askingNow } from '../neighbours/calls.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Extension, JobParts, ServiceConfig, ServiceDefinition } from './service-definition.ts';

type Definition = ServiceDefinition<unknown, unknown>;

/** How a service proves who it is to others, and asks those that it may ask. */
export function callsOf(
  { name, callable = operationsFor(name) }: Pick<Definition, 'name' | 'callable'>,
  { serviceKeys: keys, serviceUrls, clock }: ServiceConfig,
): Pick<Runtime, 'tokens' | 'ask' | 'callable'> {
  const tokens = keyTokens({ keys, service: name, clock });
  return { tokens, callable, ask: neighbourClient({ urls: serviceUrls, tokens }) };
}

/** Throws an Error that names the variable where the address of a service is missing that this one asks. */
export function mustKnowAddresses(
  { follows }: Pick<Definition, 'follows'>,
  { serviceUrls }: ServiceConfig,
  { callable, authority }: Pick<Runtime, 'callable'> & Extension,
): void {
  const asked = [...Object.keys(callable), ...Object.keys(follows.states ?? {}), ...(authority ? [] : ['identity'])];
  for (const service of new Set(asked)) instanceUrls(serviceUrls, service);
}

/** The operations of other services for jobs. */
export const neighboursWithin =
  <Name extends string>(calls: Pick<Runtime, 'ask' | 'callable'>): JobParts<Neighbours<Name>>['neighbours'] =>
  (timeoutMs) =>
    askingNow(calls, within(timeoutMs)) as Neighbours<Name>;
