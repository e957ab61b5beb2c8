/**
 * Makes a self-contained bundle of each document: Redocly resolves the references into common.yaml, then expand.ts adds the parameters
 * and responses that every operation has.
 */
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceNames } from '@partner-ordering/kernel';
import { parse } from 'yaml';
import type { Document } from '@partner-ordering/openapi';
import { expand } from './expand.ts';

export const root = join(import.meta.dirname, '../..');
export const openapiFolder = join(root, 'openapi');

/** The components that documents share. */
export const commonDocument = (): Document => parse(readFileSync(join(openapiFolder, 'common.yaml'), 'utf8')) as Document;

/** Bundles the documents of a folder, by service in the order of the merge. Throws with Redocly's words for a dangling reference. */
export function bundleDocuments(folder = openapiFolder): Map<string, Document> {
  const names = ['gateway', ...serviceNames].filter((service) => existsSync(join(folder, `${service}.yaml`)));
  const output = mkdtempSync(join(tmpdir(), 'bundle-'));
  try {
    const files = names.map((name) => join(folder, `${name}.yaml`));
    run('redocly', ['bundle', ...files, '--ext', 'json', '--output', output, '--config', join(openapiFolder, 'redocly.yaml')]);
    return new Map(
      names.map((name) => {
        const document = JSON.parse(readFileSync(join(output, `${name}.json`), 'utf8')) as Document;
        return [name, expand(document, commonDocument())];
      }),
    );
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}

/** Runs a tool of node_modules/.bin quietly; its output is shown only when it fails. */
export function run(tool: string, args: string[]): void {
  const result = execute(tool, args);
  if (result.status !== 0) throw failed(tool, args, result);
}

/** Runs a tool of node_modules/.bin and answers the JSON that it prints. It may fail when it finds something. */
export function foundBy<Found>(tool: string, args: string[]): Found {
  const result = execute(tool, args);
  try {
    return JSON.parse(result.stdout) as Found;
  } catch {
    throw failed(tool, args, result);
  }
}

function failed(tool: string, args: string[], { stdout, stderr, error }: SpawnSyncReturns<string>): Error {
  return new Error(`${tool} ${args[0]} failed:\n${stdout ?? ''}${stderr ?? ''}`, { cause: error });
}

function execute(tool: string, args: string[]): SpawnSyncReturns<string> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return spawnSync(join(root, 'node_modules/.bin', tool), args, { cwd: root, encoding: 'utf8', env, maxBuffer: 1 << 28 });
}
