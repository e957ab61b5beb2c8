/** Bundles openapi/internal/<service>.yaml. The callers of `getState` follow from openapi/events. */
import { join } from 'node:path';
import { serviceNames } from '@partner-ordering/kernel';
import { type Document, operationsOf } from '@partner-ordering/openapi';
import { bundleDocuments, openapiFolder } from './documents.ts';
import { channelMessages, readEventDocuments } from './event-documents.ts';
import { followers } from './follows.ts';

/** The internal documents by service; each operation names its callers. */
export function internalDocuments(): Map<string, Document> {
  const documents = bundleDocuments(join(openapiFolder, 'internal'));
  for (const [service, document] of documents) nameAll(service, document);
  const events = readEventDocuments();
  const followersByService = followers(events);
  const services = new Set([...documents.keys(), ...followersByService.map(({ service }) => service)]);
  for (const name of services) {
    const callers = followersByService.filter(({ states }) => states.some(({ owner }) => owner === name)).map(({ service }) => service);
    nameFollowers(name, documents.get(name), callers);
    const isHolding = channelMessages(events, `${name}.state`)?.some(({ type }) => type === 'attachment.state') ?? false;
    mustAnswerAboutFiles(name, documents.get(name), isHolding);
  }
  return documents;
}

/** Writes the names of all services, and the gateway, where a document says `all`. */
export function nameAll(service: string, document: Document): void {
  for (const { operation } of operationsOf(document))
    if ((operation['x-callers'] as unknown) === 'all')
      operation['x-callers'] = ['gateway', ...serviceNames.filter((name) => name !== service)];
}

/** Names the services that follow a service's states in the operation that answers them. Throws when it is missing. */
export function nameFollowers(service: string, document: Document | undefined, names: readonly string[]): void {
  const operation = document && [...operationsOf(document)].find(({ operation: { operationId } }) => operationId === 'getState')?.operation;
  if (operation === undefined && names.length > 0)
    throw new Error(`internal/${service}.yaml: ${names.join(', ')} follow its states, so it answers getState`);
  if (operation !== undefined) operation['x-callers'] = [...names];
}

/** Throws unless a service that publishes attachments answers for them, and no other does: files removes what no service holds. */
export function mustAnswerAboutFiles(service: string, document: Document | undefined, isHolding: boolean): void {
  const operationIds = document ? [...operationsOf(document)].map(({ operation: { operationId } }) => operationId) : [];
  const wrongOperations = ['findReadable', 'findHeld'].filter((operationId) => operationIds.includes(operationId) !== isHolding);
  if (wrongOperations.length > 0)
    throw new Error(
      `internal/${service}.yaml: ${wrongOperations.join(' and ')} ${isHolding ? 'are missing for the attachments that it publishes' : 'answer for attachments that it does not publish'}`,
    );
}
