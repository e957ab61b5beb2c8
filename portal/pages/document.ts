/** What pages read of the served document (services/gateway/generated/openapi.json). */
import { type Document, fieldOf, type Schema } from '@partner-ordering/openapi';

/** Markdown of the document, whose links lead to tags and sections of a single page, with links of the portal. */
export const withTagLinks = (text: string): string =>
  text
    .replaceAll(/\]\(#tag\/([\w-]+)\)/g, (_, tag: string) => `](/docs/operations#${tag.toLowerCase()})`)
    .replaceAll('](#section/Conventions)', '](/docs/conventions)');

/** The address of an operation in the reference. */
export const referenceOf = (operationId: string): string => `/docs/reference/#${operationId}`;

/** A text of the document in one line, as a cell of a table. */
export const inOneLine = (text: string): string =>
  text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll('|', String.raw`\|`);

/** The type of a field in words: `string`, `list of objects`, `number or null`. */
export function typeText(document: Document, schema: Schema): string {
  const { types, items } = fieldOf(document, schema);
  const texts = types.map((type) => (type === 'array' && items ? `list of ${typeText(document, items)}s` : type));
  return texts.toSorted((one, other) => Number(one === 'null') - Number(other === 'null')).join(' or ');
}
