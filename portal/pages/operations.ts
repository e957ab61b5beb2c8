/** The page of operations: all of them by tag, so that the search finds each by name, path and summary. */
import { accessTo, type Document, type DocumentedOperation, operationsOf } from '@partner-ordering/openapi';
import { referenceOf, withTagLinks } from './document.ts';

/** The page in Markdown. */
export function operationsPage(document: Document): string {
  const byTag = Map.groupBy(operationsOf(document), ({ operation }) => operation.tags?.[0] ?? '');
  const sections = (document.tags ?? []).flatMap(({ name, description = '' }) => [
    `## ${name} {#${name.toLowerCase().replaceAll(' ', '-')}}`,
    withTagLinks(description).trim(),
    ...(byTag.get(name) ?? []).map((operation) => operationSection(document, operation)),
  ]);
  return [
    '# Operations',
    'All operations of the API. The [reference](/docs/reference/) has their parameters, bodies and answers. ' +
      '[Lists](/docs/lists-and-queries) explains `query` and `orderBy`.',
    ...sections,
  ].join('\n\n');
}

function operationSection(document: Document, { path, method, operation }: DocumentedOperation): string {
  const { operationId, summary = '', description = '' } = operation;
  const fields = description.split('\n\n').filter((paragraph) => /^\*\*(?:Searchable|Orderable) fields:/.test(paragraph));
  return [
    `### ${operationId} \`${method.toUpperCase()} ${path}\` {#${operationId}}`,
    `${summary}.${scopesText(document, operation)} [Reference](${referenceOf(operationId)})`,
    ...fields,
  ].join('\n\n');
}

/** The scopes of a token that an operation needs. Whom else it answers stands in its summary. */
export function scopesText(document: Document, operation: DocumentedOperation['operation']): string {
  const access = accessTo(document, operation);
  const scopes = access.scopes.map((scope) => `\`${scope}\``).join(' or ');
  if (scopes === '') return '';
  return access.public ? ` Some answers need a token with the scope ${scopes}.` : ` Needs the scope ${scopes}.`;
}
