/** Schemas of the document as tables of Markdown, one level deep: named objects and long lists of values have pages of their own. */
import { type Document, exampleOf, fieldOf, referenceName, type Schema } from '@partner-ordering/openapi';
import { inOneLine, typeText } from './document.ts';

const MAX_VALUES = 12;

/** A table of Markdown; empty without rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** The page of a named schema, in paragraphs. */
export function schemaText(document: Document, name: string): string[] {
  const schema = document.components.schemas![name]!;
  const { description = '' } = fieldOf(document, schema);
  const example = exampleOf(document, schema);
  const values = valuesOf(document, schema).map((value) => `- \`${value}\``);
  const isDescribed = values.every((value) => description.includes(value));
  return [
    `# ${name}`,
    description.trim(),
    fieldRows(document, schema),
    isDescribed ? '' : values.join('\n'),
    example === undefined ? '' : `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``,
  ];
}

/** The fields of an object as a table. Those of a part without a name stand there too, by their paths: `fields.key`. */
export function fieldRows(document: Document, schema: Schema): string {
  return table(['field', 'type', 'meaning'], rowsOf(document, schema, ''));
}

function rowsOf(document: Document, schema: Schema, prefix: string): string[][] {
  const { properties = {}, required = [] } = fieldOf(document, schema);
  return Object.entries(properties).flatMap(([name, part]) => {
    const type = typeLink(document, part) + (required.includes(name) ? ', required' : '');
    const row = [`\`${prefix}${name}\``, type, meaningOf(document, part)];
    return [row, ...(pageOf(document, part) === undefined ? rowsOf(document, part, `${prefix}${name}.`) : [])];
  });
}

function meaningOf(document: Document, schema: Schema): string {
  const [description = ''] = (fieldOf(document, schema).description ?? '').split('\n\n');
  const values = pageOf(document, schema) === undefined ? valuesOf(document, schema) : [];
  return [inOneLine(description), values.length > 0 ? `One of ${values.map((value) => `\`${value}\``).join(', ')}.` : '']
    .filter((text) => text !== '')
    .join(' ');
}

/** The type of a value in words, with a link to its page if it has one. */
export function typeLink(document: Document, schema: Schema): string {
  const { types, items, format } = fieldOf(document, schema);
  const page = pageOf(document, schema);
  const orNull = types.includes('null') ? ' or null' : '';
  if (page !== undefined) return `[${page}](/docs/schemas/${page}.md)${orNull}`;
  if (items && pageOf(document, items) !== undefined) return `list of ${typeLink(document, items)}${orNull}`;
  return typeText(document, schema) + (format === undefined ? '' : ` (${format})`);
}

/** The name of a schema that has a page: an object, or a long list of values. Undefined where all of it stands in its row. */
function pageOf(document: Document, schema: Schema): string | undefined {
  const named = [schema, ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].find(({ $ref }) => $ref !== undefined)?.$ref;
  if (named === undefined) return undefined;
  const { properties } = fieldOf(document, schema);
  return properties !== undefined || valuesOf(document, schema).length > MAX_VALUES ? referenceName(named) : undefined;
}

function valuesOf(document: Document, schema: Schema): string[] {
  const field = fieldOf(document, schema);
  return (field.enum ?? field['x-extensible-enum'] ?? []).filter((value) => value !== null).map(String);
}
