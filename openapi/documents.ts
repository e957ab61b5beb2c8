/**
 * Which documents there are, and how each becomes one self-contained bundle: Redocly resolves the references into common.yaml,
 * then the parameters and responses that every operation has are added (expand.ts), so that documents only say what is special.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { expand } from './expand.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** JSON Schema 2020-12, the parts that the documents use. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: Json[];
  const?: Json;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  description?: string;
  [keyword: string]: unknown;
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  description?: string;
  schema?: Schema;
  content?: Record<string, { schema?: Schema }>;
}

export interface Response {
  $ref?: string;
  description?: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema?: Schema }>;
}

export interface Within {
  resource: string;
  parameter: string;
  field: string;
}

export interface Operation {
  operationId: string;
  tags?: string[];
  summary?: string;
  description?: string;
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { $ref?: string; required?: boolean; content: Record<string, { schema?: Schema }> };
  responses: Record<string, Response>;
  'x-resource'?: string;
  'x-within'?: Within;
  'x-searchable'?: string[];
  'x-orderable'?: string[];
  'x-transaction'?: 'manual';
  'x-role'?: 'admin' | 'manager';
  'x-where'?: Json;
  'x-user-token'?: boolean;
}

export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;
export type Method = (typeof methods)[number];
export type PathItem = { parameters?: Parameter[] } & Partial<Record<Method, Operation>>;
export type Components = Record<string, Record<string, unknown>> & { schemas?: Record<string, Schema> };

/** A bundled OpenAPI 3.1 document: every `$ref` points into its own components. */
export interface Document {
  openapi: string;
  info: Record<string, Json>;
  servers?: Json[];
  tags?: { name: string; description?: string }[];
  security?: Record<string, string[]>[];
  paths: Record<string, PathItem>;
  components: Components;
}

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const openapiFolder = join(root, 'openapi');

/** Every service that may have a document, in the order of the merged bundle. */
const services = ['gateway', 'identity', 'catalog', 'ordering', 'billing', 'files', 'notifications'];

/** Services that have `<service>.yaml` in the folder. */
export function documentedServices(folder: string): string[] {
  return services.filter((service) => existsSync(join(folder, `${service}.yaml`)));
}

/** Bundles the documents of a folder, keyed by service. Throws with Redocly's words when a reference leads nowhere. */
export function bundleDocuments(folder: string): Map<string, Document> {
  const names = documentedServices(folder);
  const common = parse(readFileSync(join(folder, 'common.yaml'), 'utf8')) as Document;
  const output = mkdtempSync(join(tmpdir(), 'bundle-'));
  try {
    const files = names.map((name) => join(folder, `${name}.yaml`));
    run('redocly', ['bundle', ...files, '--ext', 'json', '--output', output, '--config', join(openapiFolder, 'redocly.yaml')]);
    return new Map(
      names.map((name) => {
        const document = JSON.parse(readFileSync(join(output, `${name}.json`), 'utf8')) as Document;
        return [name, expand(document, common)];
      }),
    );
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}

/** Runs a tool of node_modules/.bin quietly; its output is shown only when it fails. */
export function run(tool: string, args: string[]): void {
  try {
    const environment = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    execFileSync(join(root, 'node_modules/.bin', tool), args, { cwd: root, stdio: 'pipe', env: environment, maxBuffer: 1 << 28 });
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: Buffer; stderr?: Buffer };
    throw new Error(`${tool} ${args[0]} failed:\n${stdout?.toString() ?? ''}${stderr?.toString() ?? ''}`, { cause: error });
  }
}

/** The operations of a document in its order, each with its path-level parameters merged in and references resolved. */
export function* operationsOf(
  document: Document,
): Generator<{ path: string; method: Method; operation: Operation; parameters: Parameter[] }> {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of methods) {
      const operation = item[method];
      if (operation === undefined) continue;
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) => resolve(document, parameter));
      yield { path, method, operation, parameters };
    }
  }
}

/** Follows `$ref` within the document until something without one is reached. */
export function resolve<T extends object>(document: Document, value: T): T {
  let found: unknown = value;
  while (typeof (found as { $ref?: unknown }).$ref === 'string') {
    const reference = (found as { $ref: string }).$ref;
    const [, , kind, name] = reference.split('/');
    found = document.components[kind as string]?.[decodeURIComponent((name as string).replaceAll('~1', '/').replaceAll('~0', '~'))];
    if (found === undefined) throw new Error(`${reference} leads nowhere`);
  }
  return found as T;
}

/** Last part of a reference: the component's name. */
export function referenceName(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
