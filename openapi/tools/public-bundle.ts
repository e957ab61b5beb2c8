/** Merges the services' bundles into the one document that the gateway serves. */
import { isDeepStrictEqual } from 'node:util';
import { type Components, componentsReachedBy, type Document, eachPart, type Method, methods, renamed } from '@partner-ordering/openapi';
import { commonDocument } from './documents.ts';
import { declareErrors } from './error-schemas.ts';
import { addLinks } from './links.ts';
import { allowNullForOptional } from './optional-nulls.ts';
import { describeRepresentations } from './representations.ts';
import { addStandardHeaders } from './standard-headers.ts';
import { openEnumerations } from './uses.ts';

/** The public document: paths of all services but `/internal`, equal components once, unused ones left out. */
export function publicBundle(documents: Map<string, Document>): Document {
  const [first] = documents.values();
  if (first === undefined) throw new Error('there is no document');
  const merged: Document = { ...first, tags: [], paths: {}, components: {} };
  delete merged.security;
  delete merged.webhooks;
  for (const [service, original] of documents) {
    const document = withUniqueNames(service, structuredClone(original), merged.components);
    for (const tag of document.tags ?? []) if (!merged.tags?.some(({ name }) => name === tag.name)) merged.tags?.push(tag);
    for (const [path, item] of Object.entries(document.paths)) {
      if (path.startsWith('/internal/')) continue;
      for (const method of methods) {
        const operation = item[method];
        if (operation !== undefined) operation.security ??= document.security ?? [];
      }
      merged.paths[path] = joinedPath(path, merged.paths[path], item);
    }
    for (const [type, item] of Object.entries(document.webhooks ?? {}))
      (merged.webhooks ??= {})[type] = joinedPath(`of ${type}`, merged.webhooks[type], item);
    for (const [kind, group] of Object.entries(document.components)) merged.components[kind] = { ...merged.components[kind], ...group };
  }
  // Stock clients know no format of ours.
  eachPart(merged, (part) => part['format'] === 'label' && delete part['format']);
  declareErrors(merged.components.schemas ?? {});
  const common = commonDocument();
  describeRepresentations(merged, common);
  addStandardHeaders(merged, common);
  openEnumerations(allowNullForOptional(merged));
  merged.components = reachable(merged);
  return addLinks(merged);
}

function joinedPath(
  path: string,
  present: Document['paths'][string] | undefined,
  added: Document['paths'][string],
): Document['paths'][string] {
  const duplicate = methods.find((method: Method) => present?.[method] !== undefined && added[method] !== undefined);
  if (duplicate !== undefined) throw new Error(`${duplicate.toUpperCase()} ${path} is in two documents`);
  return { ...present, ...added };
}

/** Renames components that another service names alike but means otherwise: `Project` becomes `CatalogProject`. */
function withUniqueNames(service: string, document: Document, existing: Components): Document {
  const prefix = service.charAt(0).toUpperCase() + service.slice(1);
  return renamed(document, (kind, name) => {
    const other = existing[kind]?.[name];
    return other === undefined || isDeepStrictEqual(other, document.components[kind]?.[name]) ? name : `${prefix}${name}`;
  });
}

/** The components that paths and webhooks reach, in alphabetical order; of the security schemes, those that an operation names. */
export function reachable(document: Document): Components {
  const components = componentsReachedBy(document, [document.paths, document.webhooks]);
  const usedNames = new Set(
    Object.values(document.paths).flatMap((item) => methods.flatMap((method) => (item[method]?.security ?? []).flatMap(Object.keys))),
  );
  components['securitySchemes'] = Object.fromEntries(
    Object.entries(document.components['securitySchemes'] ?? {}).filter(([name]) => usedNames.has(name)),
  );
  const sorted = (group: object): [string, unknown][] => Object.entries(group).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted(components).map(([kind, group]) => [kind, Object.fromEntries(sorted(group as object))])) as Components;
}
