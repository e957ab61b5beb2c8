/**
 * The whole pipeline: documents, internal ones and those of events in one folder, and the corpus of examples -> generated/ folders of the
 * services, of libs/service-client and of libs/client.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { formatted } from '../workspace/format.ts';
import type { Document } from './document.ts';
import { bundleDocuments } from './documents.ts';
import { readEventDocuments } from './event-documents.ts';
import { eventTypes } from './events.ts';
import { publicDocument } from './examples.ts';
import { gatewayRoutes } from './gateway-routes.ts';
import { internalDocuments } from './internal-documents.ts';
import { serviceOperations } from './service-operations.ts';
import { ruleBreaches } from './rules.ts';
import { CLIENT, generateStubs } from './stubs.ts';

/**
 * Generates for every service that has a document; the same input always gives the same files. Throws after writing when a
 * document breaks one of our rules, so that work on the code can go on.
 */
export async function generate(
  documentsFolder: string,
  { services, serviceClient, client, corpus }: { services: string; serviceClient: string; client: string; corpus: string },
): Promise<void> {
  const documents = bundleDocuments(documentsFolder);
  const internal = internalDocuments(documentsFolder);
  const wholeDocument = documents.has('gateway')
    ? publicDocument(documents, readEventDocuments(join(documentsFolder, 'events')), corpus)
    : undefined;
  const outputs = generateStubs(documents, internal, wholeDocument);
  await write(join(client, 'generated'), outputs.get(CLIENT) ?? {});
  outputs.delete(CLIENT);
  for (const [service, document] of documents) add(outputs, service, { 'openapi.json': asJson(document) });
  for (const [service, document] of internal) add(outputs, service, { 'internal/openapi.json': asJson(document) });
  if (wholeDocument !== undefined) outputs.set('gateway', gatewayFiles(documents, wholeDocument, outputs.get('gateway') ?? {}));
  for (const [service, text] of eventTypes(join(documentsFolder, 'events'))) add(outputs, service, { 'events.ts': text });
  for (const [service, files] of outputs) await write(join(services, service, 'generated'), files);
  await write(join(serviceClient, 'generated'), { 'operations.ts': serviceOperations(internal) });
  const breaches = breachesIn(documents, internal);
  if (breaches.length > 0) throw new Error(breaches.join('\n'));
}

function breachesIn(documents: Map<string, Document>, internal: Map<string, Document>): string[] {
  return [
    ...[...documents].flatMap(([service, document]) => ruleBreaches(document).map((breach) => `${service}.yaml: ${breach}`)),
    ...[...internal].flatMap(([service, document]) =>
      ruleBreaches(document, 'internal').map((breach) => `internal/${service}.yaml: ${breach}`),
    ),
  ];
}

/** The gateway routes by a table and answers without Express or a database: it has the public document and no stubs. */
function gatewayFiles(documents: Map<string, Document>, wholeDocument: Document, stubs: Record<string, string>): Record<string, string> {
  return {
    'models.ts': stubs['models.ts'] ?? '',
    'openapi.json': asJson(wholeDocument),
    'routes.ts': gatewayRoutes(documents),
  };
}

type Outputs = Map<string, Record<string, string>>;

function add(outputs: Outputs, service: string, files: Record<string, string>): void {
  outputs.set(service, { ...outputs.get(service), ...files });
}

async function write(folder: string, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), await formatted(join(folder, name), text));
  }
}

const asJson = (document: Document): string => JSON.stringify(document, null, 2);
