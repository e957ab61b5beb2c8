/**
 * `npm run generate`: writes services/<service>/generated, libs/service-client/generated and libs/client/generated from the documents
 * of this folder. Fails after writing when a document breaks one of our rules, so that work on the code can go on.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Document } from '@partner-ordering/openapi';
import { formatted } from '../../workspace/format.ts';
import { bundleDocuments, commonDocument, root } from './documents.ts';
import { eventTypes } from './events.ts';
import { publicDocument } from './examples.ts';
import { gatewayRoutes } from './gateway-routes.ts';
import { internalDocuments } from './internal-documents.ts';
import { operationIndexes } from './operation-index.ts';
import { withRepresentations } from './representations.ts';
import { serviceOperations } from './service-operations.ts';
import { ruleBreaches } from './rules.ts';
import { servedDocument } from './served.ts';
import { CLIENT, generateStubs } from './stubs.ts';

async function generate(): Promise<void> {
  const documents = bundleDocuments();
  const internal = internalDocuments();
  const wholeDocument = publicDocument(documents);
  const stubs = generateStubs(documents, internal, wholeDocument);
  await write('libs/client', stubs.get(CLIENT)!);
  stubs.delete(CLIENT);
  // The gateway routes by a table and answers without Express or a database: it has no stubs.
  stubs.set('gateway', { 'models.ts': stubs.get('gateway')!['models.ts']!, 'routes.ts': gatewayRoutes(documents) });
  for (const [service, files] of stubs) await write(`services/${service}`, { ...files, ...operationIndexes(service, files) });
  const common = commonDocument();
  for (const [service, document] of documents) {
    const written = service === 'gateway' ? servedDocument(wholeDocument) : withRepresentations(document, common);
    await write(`services/${service}`, { 'openapi.json': asJson(written) });
  }
  for (const [service, document] of internal) await write(`services/${service}`, { 'internal/openapi.json': asJson(document) });
  for (const [service, text] of eventTypes()) await write(`services/${service}`, { 'events.ts': text });
  await write('libs/service-client', { 'operations.ts': serviceOperations(internal) });
  const breaches = [
    ...[...documents].flatMap(([service, document]) => ruleBreaches(document).map((breach) => `${service}.yaml: ${breach}`)),
    ...[...internal].flatMap(([service, document]) =>
      ruleBreaches(document, 'internal').map((breach) => `internal/${service}.yaml: ${breach}`),
    ),
  ];
  if (breaches.length > 0) throw new Error(breaches.join('\n'));
}

async function write(folder: string, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const file = join(root, folder, 'generated', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, await formatted(file, text));
  }
}

const asJson = (document: Document): string => JSON.stringify(document, null, 2);

try {
  await generate();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
