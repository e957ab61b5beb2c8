/**
 * Links of the public document (OpenAPI 3.1, Link Object), so that tools chain requests: to the read of a resource from the list that holds
 * it, and from what creates it and shows it in a body. Most creations tell the new address by `Location` alone, and OpenAPI has no
 * expression for a part of a header.
 */
import { type Document, type Link, type Operation, type PathItem, resolve, type Response, type Schema } from '@partner-ordering/openapi';

/** Adds the links to a merged document, which is changed; those that stand in it already stay. */
export function addLinks(document: Document): Document {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [memberPath, { get: read }] of Object.entries(document.paths)) {
      const parameter = memberParameter(path, memberPath);
      if (read === undefined || parameter === undefined) continue;
      for (const { response, pointer, fields } of answersOf(document, item)) {
        const value = `$response.body#${pointer}/${gidPointer(document, fields, parameter)}`;
        response.links = { [read.operationId]: linkTo(memberPath, read, { [parameter]: value }), ...response.links };
      }
    }
  }
  return document;
}

/** Name of the parameter when one path is the other and a gid. */
export function memberParameter(path: string, memberPath: string): string | undefined {
  const memberPart = memberPath.startsWith(`${path}/`) ? memberPath.slice(path.length + 1) : '';
  return /^\{(\w*gid)\}$/i.exec(memberPart)?.[1];
}

type Fields = Record<string, Schema>;

/** The answers that show a resource with its gid, and where: the first item of a page, the body of a creation. */
function answersOf(document: Document, { get, post }: PathItem): { response: Response; pointer: string; fields: Fields }[] {
  const page = fieldsIn(document, get?.responses['200']);
  const item = page['items'] && resolve(document, page['items']).items;
  return [
    { response: get?.responses['200'], pointer: '/items/0', fields: item ? fieldsOf(document, item) : {} },
    { response: post?.responses['201'], pointer: '', fields: fieldsIn(document, post?.responses['201']) },
  ].flatMap(({ response, ...place }) => (response !== undefined && 'gid' in place.fields ? [{ response, ...place }] : []));
}

function fieldsIn(document: Document, response: Response | undefined): Fields {
  const schema = response?.content?.['application/json']?.schema;
  return schema === undefined ? {} : fieldsOf(document, schema);
}

function fieldsOf(document: Document, schema: Schema): Fields {
  const { properties, allOf, anyOf, oneOf } = resolve(document, schema);
  const parts = [...(allOf ?? []), ...(anyOf ?? []), ...(oneOf ?? [])].map((part) => fieldsOf(document, part));
  return Object.assign({}, ...parts, properties) as Fields;
}

/** Parameters that name not the resource itself but what it belongs to, with its field of that. */
export const ownerOf: Readonly<Record<string, string>> = { orgaGid: 'organization', userGid: 'user' };

/** Where a resource holds what the parameter of its path wants. */
function gidPointer(document: Document, fields: Fields, parameter: string): string {
  const owner = ownerOf[parameter];
  return owner !== undefined && 'gid' in fieldsOf(document, fields[owner] ?? {}) ? `${owner}/gid` : 'gid';
}

/** A link; the parameters that are not given have the values of the request. */
function linkTo(path: string, { operationId }: Operation, values: Record<string, string>): Link {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  return { operationId, parameters: Object.fromEntries(names.map((name) => [name, values[name] ?? `$request.path.${name}`])) };
}
