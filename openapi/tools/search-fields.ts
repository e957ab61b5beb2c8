/** The searchable names of a collection (`owner.gid`) -> TypeScript type text of the tree that a query of the client is written on. */
import { type Document, type Operation, resolve, type Schema } from '@partner-ordering/openapi';
import { literal, objectShape, propertyKey, typeOf } from './schema-types.ts';

interface Node {
  /** The type of the field's values, where the name itself is searchable. */
  values?: string;
  children: Map<string, Node>;
}

/** The type text for the searchable names of a list. */
export function fieldsType(document: Document, operation: Operation): string {
  const top: Node = { children: new Map() };
  const item = itemSchema(document, operation);
  for (const name of operation['x-searchable'] ?? []) {
    let node = top;
    for (const part of name.split('.')) {
      const child: Node = node.children.get(part) ?? { children: new Map() };
      node.children.set(part, child);
      node = child;
    }
    node.values = valuesOf(document, item, name);
  }
  return childrenText(top);
}

function childrenText({ children }: Node): string {
  return `{ ${[...children].map(([name, node]) => `${propertyKey(name)}: ${nodeText(node)}`).join('; ')} }`;
}

function nodeText(node: Node): string {
  const parts = [
    ...(node.values === undefined ? [] : [`Field<${node.values}>`]),
    ...(node.children.size === 0 ? [] : [`Relation<${childrenText(node)}>`]),
  ];
  return parts.join(' & ');
}

function itemSchema(document: Document, operation: Operation): Schema {
  const { content } = resolve(document, operation.responses['200'] ?? {});
  const items = objectShape(document, content?.['application/json']?.schema ?? {})?.properties['items'];
  return (items === undefined ? undefined : resolve(document, items).items) ?? {};
}

/** Values as the items show them; where they do not show the field, or it is a reference, a text, or what its name says. */
function valuesOf(document: Document, item: Schema, name: string): string {
  let schema: Schema | undefined = item;
  for (const part of name.split('.')) schema = schema === undefined ? undefined : objectShape(document, schema)?.properties[part];
  const type = schema === undefined ? '' : typeOf(document, schema).replace(/ \| null$/, '');
  if (/^DateTime$/.test(type) || /_(at|date)$/.test(name)) return 'Time';
  if (/^awaits_/.test(name)) return 'boolean';
  const kind = schema === undefined ? undefined : resolve(document, schema.oneOf?.[0] ?? schema);
  const knownValues = kind?.['x-extensible-enum']?.map(literal).join(' | '); // queries take no others
  const isScalar = kind?.enum !== undefined || ['string', 'number', 'integer', 'boolean'].includes(String([kind?.type].flat()[0]));
  return isScalar ? [knownValues ?? type, ...(kind?.['x-query-values'] ?? []).map((value) => `'${value}'`)].join(' | ') : 'string';
}
