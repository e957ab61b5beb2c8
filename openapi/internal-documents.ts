/**
 * What services answer each other: openapi/internal/<service>.yaml, bundled. Who may ask for a service's states is not written there, since
 * openapi/events says who follows them.
 */
import { join } from 'node:path';
import { serviceNames } from '@partner-ordering/kernel';
import type { Document } from './document.ts';
import { operationsOf } from './document.ts';
import { bundleDocuments, openapiFolder } from './documents.ts';
import { channelMessages, readEventDocuments } from './event-documents.ts';
import { followers } from './events.ts';

/** The folder with these documents, within that of all documents. */
const internalFolder = (folder: string): string => join(folder, 'internal');

/** The internal documents of a folder of documents, keyed by service; each operation names its callers. */
export function internalDocuments(folder = openapiFolder): Map<string, Document> {
  const documents = bundleDocuments(internalFolder(folder), join(folder, 'common.yaml'));
  for (const [service, document] of documents) nameAll(service, document);
  const events = readEventDocuments(join(folder, 'events'));
  const following = followers(join(folder, 'events'));
  const services = new Set([...documents.keys(), ...following.map(({ service }) => service)]);
  for (const name of services) {
    const ofThis = following.filter(({ states }) => states.some(({ owner }) => owner === name));
    nameFollowers(
      name,
      documents.get(name),
      ofThis.map(({ service }) => service),
    );
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

/** Writes the services that follow a service's states into the operation that answers them. Throws where one is without the other. */
export function nameFollowers(service: string, document: Document | undefined, names: readonly string[]): void {
  const operation = document && [...operationsOf(document)].find(({ operation: { operationId } }) => operationId === 'getState')?.operation;
  if (operation === undefined && names.length > 0)
    throw new Error(`internal/${service}.yaml: ${names.join(', ')} follow its states, so it answers getState`);
  if (operation !== undefined && names.length === 0)
    throw new Error(`internal/${service}.yaml: nobody follows its states, so nobody may call getState`);
  if (operation !== undefined) operation['x-callers'] = [...names];
}

/**
 * Files removes what no service holds. Throws where a service publishes attachments and does not answer for them, or the other way round.
 */
export function mustAnswerAboutFiles(service: string, document: Document | undefined, isHolding: boolean): void {
  const answered = document ? [...operationsOf(document)].map(({ operation: { operationId } }) => operationId) : [];
  const wrong = ['findReadable', 'findHeld'].filter((operationId) => answered.includes(operationId) !== isHolding);
  if (wrong.length > 0)
    throw new Error(
      `internal/${service}.yaml: ${wrong.join(' and ')} ${isHolding ? 'are missing for the attachments that it publishes' : 'answer for attachments that it does not publish'}`,
    );
}
