/** Runs openapi-generator once for all services: prepared documents and templates in, TypeScript text per service and file out. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Document } from './document.ts';
import { openapiFolder, root, run } from './documents.ts';
import { prepare, type GeneratorInput } from './prepare.ts';

const files = ['models.ts', 'operations.ts', 'router.ts'];

/** The stubs of every service, unformatted: service -> file name -> text. Those of the internal documents are in the folder `internal`. */
export function generateStubs(documents: Map<string, Document>, internal: Map<string, Document>): Map<string, Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'stubs-'));
  try {
    const configs = [
      ...[...documents].map(([service, document]) => writeConfig(folder, service, prepare(service, document))),
      ...[...internal].map(([service, document]) => writeConfig(folder, `internal/${service}`, prepare(service, document, 'internal'))),
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
    const made = (from: string, to: string): Record<string, string> =>
      Object.fromEntries(files.map((file) => [to + file, readFileSync(join(folder, from, file), 'utf8')]));
    const services = [...new Set([...documents.keys(), ...internal.keys()])];
    return new Map(
      services.map((service) => [
        service,
        {
          ...(documents.has(service) ? made(service, '') : {}),
          ...(internal.has(service) ? made(`internal/${service}`, 'internal/') : {}),
        },
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param name path of the document within this folder, without its ending */
function writeConfig(folder: string, name: string, { document: input, properties }: GeneratorInput): string {
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
      files: Object.fromEntries(files.map((file) => [`${file}.mustache`, { templateType: 'SupportingFiles', destinationFilename: file }])),
      additionalProperties: { service: name, ...properties },
    }),
  );
  return config;
}
