import { callable, operations, type AllServices } from '../generated/operations.ts';
import type { Cause } from './cause.ts';
import type { Ask } from './client.ts';
import { asFunctions, type ServiceOperations } from './operation.ts';

type Callable = typeof callable;

/** The operations that a service may call: `CallableServices<'identity'>['files']['getUploadForm']`. An unknown service has none. */
export type CallableServices<Name> = Name extends keyof Callable
  ? {
      readonly [Service in keyof Callable[Name] & keyof AllServices]: Pick<
        AllServices[Service],
        IdOf<Callable[Name][Service]> & keyof AllServices[Service]
      >;
    }
  : object;

type IdOf<List> = List extends readonly (infer Id)[] ? Id : never;

/** The operations that a service may call, by service and operationId; none for a service that no document knows. */
export function operationsFor(name: string): ServiceOperations {
  const services = Object.entries((callable as Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>)[name] ?? {});
  const all: ServiceOperations = operations;
  const chosen = (service: string, ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, all[service]![id]!]));
  return Object.fromEntries(services.map(([service, ids]) => [service, chosen(service, ids)]));
}

/** All documented operations, for code that serves every service. Whether the caller may call one, the answering service decides. */
export const allServices = (ask: Ask, cause: Cause): AllServices => asFunctions(operations, (call) => ask(call, cause)) as AllServices;
