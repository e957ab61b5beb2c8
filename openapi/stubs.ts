/**
 * Runs openapi-generator once for all services and the client: prepared documents and templates in, TypeScript text per service and file
 * out.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Document } from './document.ts';
import { openapiFolder, root, run } from './documents.ts';
import { prepareClient } from './client.ts';
import { prepare, type GeneratorInput } from './prepare.ts';

/** What is made of a service's document: file -> template. */
const serviceFiles = { 'models.ts': 'models', 'operations.ts': 'operations', 'router.ts': 'router' };
const clientFiles = { 'models.ts': 'models', 'operations.ts': 'client' };

/** Where the text of the client stands among the stubs. */
export const CLIENT = 'client';

/**
 * The stubs of every service, unformatted: service -> file name -> text. Those of the internal documents are in the folder `internal`;
 * those of the client, made from the public document, stand under `CLIENT`.
 */
export function generateStubs(
  documents: Map<string, Document>,
  internal: Map<string, Document>,
  publicDocument: Document | undefined,
): Map<string, Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'stubs-'));
  try {
    const configs = [
      ...[...documents].map(([service, document]) => writeConfig(folder, service, prepare(service, document), serviceFiles)),
      ...[...internal].map(([service, document]) =>
        writeConfig(folder, `internal/${service}`, prepare(service, document, 'internal'), serviceFiles),
      ),
      ...(publicDocument === undefined
        ? []
        : [writeConfig(folder, CLIENT, prepareClient(publicDocument), clientFiles, 'the public document')]),
    ];
    run('openapi-generator-cli', [
      '--openapitools',
      join(root, 'openapitools.json'),
      'batch',
      '--fail-fast',
      '--threads',
      '2',
      '--',
      ...configs,
    ]);
    const made = (from: string, to: string, files: object = serviceFiles): Record<string, string> =>
      Object.fromEntries(Object.keys(files).map((file) => [to + file, readFileSync(join(folder, from, file), 'utf8')]));
    const services = [...new Set([...documents.keys(), ...internal.keys()])];
    return new Map<string, Record<string, string>>([
      ...services.map((service): [string, Record<string, string>] => [
        service,
        {
          ...(documents.has(service) ? made(service, '') : {}),
          ...(internal.has(service) ? made(`internal/${service}`, 'internal/') : {}),
        },
      ]),
      ...(publicDocument === undefined ? [] : [[CLIENT, made(CLIENT, '', clientFiles)] as [string, Record<string, string>]]),
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param name path of the document within this folder, without its ending
 * @param files file that is made -> its template
 * @param source what the files say that they are generated from
 */
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
  writeFileSync(
    config,
    JSON.stringify({
      generatorName: 'typescript-nestjs-server',
      inputSpec,
      outputDir: output,
      templateDir: join(openapiFolder, 'templates'),
      ignoreFileOverride: join(openapiFolder, 'templates/.ignore'),
      files: Object.fromEntries(
        Object.entries(files).map(([file, template]) => [
          `${template}.ts.mustache`,
          { templateType: 'SupportingFiles', destinationFilename: file },
        ]),
      ),
      additionalProperties: { source, ...properties },
    }),
  );
  return config;
}
