import { answering } from '@partner-ordering/service-client';
import type { Request } from 'express';
import { causeOf } from '../service-calls/calls.ts';
import { filesNamedIn, pathFields } from '../runtime/file-fields.ts';
import type { RouteOptions } from '../runtime/route.ts';
import type { Runtime } from '../runtime/runtime.ts';

/**
 * Puts the paths of files in place of whatever a request names them by, where the document says `x-file: path`. What is no file of ours
 * stays as it is, and nothing is found by it. A service whose operations are so marked must be one that may ask about names.
 */
export function withFilePaths(runtime: Runtime, route: RouteOptions): (request: Request) => Promise<void> {
  const { body: fields, parameters } = pathFields(runtime.document, route);
  if (fields.length === 0 && parameters.length === 0) return () => Promise.resolve();
  if (!runtime.callable['files']?.['findPaths'])
    throw new Error(`${route.operationId} names files, but ${runtime.name} may not call findPaths of files`);
  return async (request) => {
    const { params } = request;
    const body = request.body as unknown;
    const named = [
      ...filesNamedIn(
        params,
        parameters.map((name) => [name]),
      ),
      ...filesNamedIn(body, fields),
    ];
    // What has no slash is no address.
    const addresses = new Set(named.map(({ given }) => given).filter((given) => given.includes('/')));
    if (addresses.size === 0) return;
    const { paths } = await answering(runtime.ask, causeOf(request)).files.findPaths({ names: [...addresses] });
    const pathOf = new Map(paths.map(({ given, path }) => [given, path ?? given]));
    parameters.forEach((name) => replace(params, [name], pathOf));
    fields.forEach((field) => replace(body, field, pathOf));
  };
}

/** Puts in place of a text what the map has for it. */
function replace(holder: unknown, [next, ...rest]: readonly string[], by: ReadonlyMap<string, string>): void {
  if (next === undefined || typeof holder !== 'object' || holder === null) return;
  const fields = holder as Record<string, unknown>;
  for (const name of next === '*' ? Object.keys(fields) : [next]) {
    const value = fields[name];
    if (rest.length > 0) replace(value, rest, by);
    else if (typeof value === 'string') fields[name] = by.get(value) ?? value;
  }
}
