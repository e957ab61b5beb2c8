/** What the internal documents have to keep to beyond the rules of all documents. Every breach is reported with its place. */
import { serviceNames } from '@partner-ordering/kernel';
import type { Document } from './document.ts';
import { operationsOf } from './document.ts';
import type { DocumentedOperation } from './routes.ts';

const callersThere = new Set<string>(['gateway', ...serviceNames]);

/** Breaches of these rules in the document of a service, as sentences. */
export function internalBreaches(service: string, document: Document): string[] {
  return [...operationsOf(document)].flatMap((place) =>
    breachesOf(service, place).map((breach) => `${place.operation.operationId}: ${breach}`),
  );
}

function breachesOf(service: string, { path, method, operation, parameters }: DocumentedOperation): string[] {
  const { 'x-callers': callers = [], 'x-attempt-seconds': seconds } = operation;
  const unknown = callers.filter((caller) => !callersThere.has(caller) || caller === service);
  const breaches = unknown.map((caller) => `x-callers: ${caller} is no other service`);
  if (callers.length === 0) breaches.push('x-callers names the services that may call it');
  if (!path.startsWith('/internal/')) breaches.push(`${path} is not under /internal`);
  if (method === 'get' && (operation.requestBody !== undefined || operation['x-idempotent'] !== undefined))
    breaches.push('a GET has parameters, no body, and is idempotent anyway');
  if (method === 'post' && parameters.length > 0) breaches.push('a POST has its input in the body only');
  if (method !== 'get' && method !== 'post') breaches.push('services call each other by GET and POST');
  if (seconds !== undefined && !(Number.isInteger(seconds) && seconds > 3 && seconds <= 60))
    breaches.push('x-attempt-seconds is a whole number from 4 to 60; any call has 3');
  return breaches;
}
