/** Runs openapi-generator once for all services: prepared documents and templates in, TypeScript text per service and file out. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Document } from './document.ts';
import { openapiFolder, root, run } from './documents.ts';
import { prepare } from './prepare.ts';

const files = ['models.ts', 'operations.ts', 'router.ts'];

/** The stubs of every service, unformatted: service -> file name -> text. */
export function generateStubs(documents: Map<string, Document>): Map<string, Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'stubs-'));
  try {
    const configs = [...documents].map(([service, document]) => writeConfig(folder, service, document));
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
    return new Map(
      [...documents.keys()].map((service) => [
        service,
        Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, service, file), 'utf8')])),
      ]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeConfig(folder: string, service: string, document: Document): string {
  const { document: input, properties } = prepare(service, document);
  const output = join(folder, service);
  mkdirSync(output);
  const inputSpec = join(folder, `${service}.document.json`);
  const config = join(folder, `${service}.config.json`);
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
      additionalProperties: { service, ...properties },
    }),
  );
  return config;
}
