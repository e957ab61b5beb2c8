import { answering } from '@partner-ordering/service-client';
import type { Request } from 'express';
import { causeOf } from '../service-calls/calls.ts';
import { filesNamedIn, pathFields } from '../runtime/file-fields.ts';
import type { RouteOptions } from '../runtime/route.ts';
import type { Runtime } from '../runtime/runtime.ts';

/** Replaces file names by paths where the document says `x-file: path`. Unknown names stay, and find nothing. */
export function withFilePaths(runtime: Runtime, route: RouteOptions): (request: Request) => Promise<void> {
  const { body: fields, parameters } = pathFields(runtime.document, route);
  if (fields.length === 0 && parameters.length === 0) return () => Promise.resolve();
  if (!runtime.callable['files']?.['findPaths'])
    throw new Error(`${route.operationId} names files, but ${runtime.name} may not call findPaths of files`);
  return async (request) => {
    const { params } = request;
    const body = request.body as unknown;
    const inPath = parameters.map((name) => [name]);
    const named = [...filesNamedIn(params, inPath), ...filesNamedIn(body, fields)];
    // An address has a slash.
    const addresses = new Set(named.map(({ given }) => given).filter((given) => given.includes('/')));
    if (addresses.size === 0) return;
    const { paths } = await answering(runtime.ask, causeOf(request)).files.findPaths({ names: [...addresses] });
    const pathOf = new Map(paths.map(({ given, path }) => [given, path ?? given]));
    inPath.forEach((field) => replace(params, field, pathOf));
    fields.forEach((field) => replace(body, field, pathOf));
  };
}

/** Replaces a text by its value in the map. */
function replace(holder: unknown, [next, ...rest]: readonly string[], by: ReadonlyMap<string, string>): void {
  if (next === undefined || typeof holder !== 'object' || holder === null) return;
  const fields = holder as Record<string, unknown>;
  for (const name of next === '*' ? Object.keys(fields) : [next]) {
    const value = fields[name];
    if (rest.length > 0) replace(value, rest, by);
    else if (typeof value === 'string') fields[name] = by.get(value) ?? value;
  }
}
