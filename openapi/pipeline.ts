/** The whole pipeline: documents and event documents in one folder -> generated/ folders of the services in another. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as prettier from 'prettier';
import type { Document } from './document.ts';
import { bundleDocuments } from './documents.ts';
import { eventTypes } from './events.ts';
import { gatewayRoutes } from './gateway-routes.ts';
import { publicBundle } from './public-bundle.ts';
import { ruleBreaches } from './rules.ts';
import { generateStubs } from './stubs.ts';

/**
 * Generates for every service that has a document; the same input always gives the same files. Throws after writing when a
 * document breaks one of our rules, so that work on the code can go on.
 */
export async function generate(documentsFolder: string, servicesFolder: string): Promise<void> {
  const documents = bundleDocuments(documentsFolder);
  const breaches = [...documents].flatMap(([service, document]) => ruleBreaches(document).map((breach) => `${service}.yaml: ${breach}`));
  const outputs = generateStubs(documents);
  for (const [service, document] of documents) add(outputs, service, { 'openapi.json': asJson(document) });
  if (documents.has('gateway')) outputs.set('gateway', gatewayFiles(documents, outputs.get('gateway') ?? {}));
  for (const [service, text] of eventTypes(join(documentsFolder, 'events'))) add(outputs, service, { 'events.ts': text });
  for (const [service, files] of outputs) await write(join(servicesFolder, service, 'generated'), files);
  if (breaches.length > 0) throw new Error(breaches.join('\n'));
}

/** The gateway routes by a table and answers without Express or a database: it has the public document and no stubs. */
function gatewayFiles(documents: Map<string, Document>, stubs: Record<string, string>): Record<string, string> {
  return {
    'models.ts': stubs['models.ts'] ?? '',
    'openapi.json': asJson(publicBundle(documents)),
    'routes.ts': gatewayRoutes(documents),
  };
}

type Outputs = Map<string, Record<string, string>>;

function add(outputs: Outputs, service: string, files: Record<string, string>): void {
  outputs.set(service, { ...outputs.get(service), ...files });
}

async function write(folder: string, files: Record<string, string>): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), await formatted(join(folder, name), text));
}

const asJson = (document: Document): string => JSON.stringify(document, null, 2);

async function formatted(path: string, text: string): Promise<string> {
  return prettier.format(text, { ...(await prettier.resolveConfig(path)), filepath: path });
}
