/**
 * Links of the public document (OpenAPI 3.1, Link Object), so that tools chain requests: from each list to the read of one of its items. A creation has none: it tells the
 * new address by `Location`, and OpenAPI has no expression for a part of a header.
 */
import { resolve, type Document, type Link, type Operation, type PathItem, type Response, type Schema } from './document.ts';

/** Adds the links to a merged document, which is changed. */
export function addLinks(document: Document): Document {
  for (const [path, item] of Object.entries(document.paths)) {
    const page = item.get?.responses['200'];
    if (page === undefined || page.$ref !== undefined) continue;
    const fields = itemFields(document, page);
    for (const [memberPath, member] of Object.entries(document.paths)) {
      const parameter = memberParameter(path, memberPath);
      if (member.get === undefined || parameter === undefined || !('gid' in fields)) continue;
      page.links = { ...page.links, [member.get.operationId]: linkTo(memberPath, member, parameter) };
    }
  }
  return document;
}

/** Name of the parameter when one path is the other and a gid. */
function memberParameter(path: string, memberPath: string): string | undefined {
  const rest = memberPath.startsWith(`${path}/`) ? memberPath.slice(path.length + 1) : '';
  return /^\{(\w*gid)\}$/i.exec(rest)?.[1];
}

function itemFields(document: Document, page: Response): Record<string, Schema> {
  const schemas = Object.values(page.content ?? {}).map(({ schema }) => (schema === undefined ? {} : resolve(document, schema)));
  const item = schemas.map(({ properties }) => properties?.['items'] && resolve(document, properties['items']).items).find(Boolean);
  return item === undefined ? {} : fieldsOf(document, item);
}

function fieldsOf(document: Document, schema: Schema): Record<string, Schema> {
  const { properties, allOf, anyOf, oneOf } = resolve(document, schema);
  const parts = [...(allOf ?? []), ...(anyOf ?? []), ...(oneOf ?? [])].map((part) => fieldsOf(document, part));
  return Object.assign({}, ...parts, properties) as Record<string, Schema>;
}

function linkTo(path: string, member: PathItem, parameter: string): Link {
  const { operationId } = member.get as Operation;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const expressionOf = (name: string): string => (name === parameter ? '$response.body#/items/0/gid' : `$request.path.${name}`);
  return { operationId, parameters: Object.fromEntries(names.map((name) => [name, expressionOf(name)])) };
}
