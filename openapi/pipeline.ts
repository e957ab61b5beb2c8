/** The whole pipeline: documents and event documents in one folder -> generated/ folders of the services in another. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as prettier from 'prettier';
import { bundleDocuments } from './documents.ts';
import { eventTypes } from './events.ts';
import { gatewayRoutes } from './gateway-routes.ts';
import { publicBundle } from './public-bundle.ts';
import { ruleBreaches } from './rules.ts';
import { generateStubs } from './stubs.ts';

/**
 * Generates for every service that has a document; the same input always gives the same files. Throws after writing when a
 * document breaks a house rule, so that work on the code can go on.
 */
export async function generate(documentsFolder: string, servicesFolder: string): Promise<void> {
  const documents = bundleDocuments(documentsFolder);
  const breaches = [...documents].flatMap(([service, document]) => ruleBreaches(document).map((breach) => `${service}.yaml: ${breach}`));
  const outputs = generateStubs(documents);
  for (const [service, document] of documents) add(outputs, service, { 'openapi.json': JSON.stringify(document) });
  const gateway = documents.get('gateway');
  if (gateway !== undefined) {
    add(outputs, 'gateway', {
      'openapi.json': JSON.stringify(publicBundle(documents)),
      'gateway.openapi.json': JSON.stringify(gateway),
      'routes.ts': gatewayRoutes(documents),
    });
  }
  for (const [service, text] of eventTypes(join(documentsFolder, 'events'))) add(outputs, service, { 'events.ts': text });
  for (const [service, files] of outputs) await write(join(servicesFolder, service, 'generated'), files);
  if (breaches.length > 0) throw new Error(breaches.join('\n'));
}

type Outputs = Map<string, Record<string, string>>;

function add(outputs: Outputs, service: string, files: Record<string, string>): void {
  outputs.set(service, { ...outputs.get(service), ...files });
}

async function write(folder: string, files: Record<string, string>): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), await formatted(join(folder, name), text));
}

const style = { singleQuote: true, printWidth: 140, trailingComma: 'all' } as const;

async function formatted(path: string, text: string): Promise<string> {
  if (path.endsWith('.json')) return `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
  return prettier.format(text, { ...((await prettier.resolveConfig(path)) ?? style), filepath: path });
}
