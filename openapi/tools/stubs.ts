/** Runs openapi-generator once for all services and the client. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Document } from '@partner-ordering/openapi';
import { root, run } from './documents.ts';
import { prepareClient } from './client.ts';
import { prepare, type GeneratorInput } from './prepare.ts';

/** The files of a service's document with their templates. */
const serviceFiles = { 'models.ts': 'models', 'operations.ts': 'operations', 'router.ts': 'router' };
const clientFiles = { 'models.ts': 'models', 'operations.ts': 'client' };

/** Where the text of the client stands among the stubs. */
export const CLIENT = 'client';

/** The unformatted stubs by service and file. `internal/` has those of the internal documents, `CLIENT` those of the client. */
export function generateStubs(
  documents: Map<string, Document>,
  internal: Map<string, Document>,
  publicDocument: Document,
): Map<string, Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'stubs-'));
  try {
    const configs = [
      ...[...documents].map(([service, document]) => writeConfig(folder, service, prepare(service, document), serviceFiles)),
      ...[...internal].map(([service, document]) =>
        writeConfig(folder, `internal/${service}`, prepare(service, document, 'internal'), serviceFiles),
      ),
      writeConfig(folder, CLIENT, prepareClient(publicDocument), clientFiles, 'the public document'),
    ];
    const config = ['--openapitools', join(root, 'openapitools.json')];
    run('openapi-generator-cli', [...config, 'batch', '--fail-fast', '--threads', '2', '--', ...configs]);
    const generated = (from: string, files: object, to = ''): Record<string, string> =>
      Object.fromEntries(Object.keys(files).map((file) => [to + file, readFileSync(join(folder, from, file), 'utf8')]));
    const stubs = new Map([...documents.keys()].map((service) => [service, generated(service, serviceFiles)]));
    for (const service of internal.keys()) Object.assign(stubs.get(service)!, generated(`internal/${service}`, serviceFiles, 'internal/'));
    return stubs.set(CLIENT, generated(CLIENT, clientFiles));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param source what the files say that they are generated from */
function writeConfig(
  folder: string,
  name: string,
  { document: input, properties }: GeneratorInput,
  files: Record<string, string>,
  source = `openapi/${name}.yaml`,
): string {
  const output = join(folder, name);
  mkdirSync(output, { recursive: true });
  const inputSpec = join(folder, `${name}.document.json`);
  const config = join(folder, `${name}.config.json`);
  writeFileSync(inputSpec, JSON.stringify(input));
  const templates = Object.entries(files).map(([file, template]) => {
    return [`${template}.ts.mustache`, { templateType: 'SupportingFiles', destinationFilename: file }] as const;
  });
  const settings = {
    generatorName: 'typescript-nestjs-server',
    inputSpec,
    outputDir: output,
    templateDir: join(import.meta.dirname, 'templates'),
    ignoreFileOverride: join(import.meta.dirname, 'templates/.ignore'),
    files: Object.fromEntries(templates),
    additionalProperties: { source, ...properties },
  };
  writeFileSync(config, JSON.stringify(settings));
  return config;
}
