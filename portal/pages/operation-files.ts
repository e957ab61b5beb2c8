/** Markdown for programs that read one operation at a time: a page of each, and pages of the schemas that those link to. */
import {
  accessTo,
  type Document,
  type DocumentedOperation,
  exampleOf,
  fieldOf,
  itemSchema,
  type Json,
  type MediaType,
  operationsOf,
  type Parameter,
  resolve,
  type Response,
} from '@partner-ordering/openapi';
import { inOneLine, withTagLinks } from './document.ts';
import { plainMarkdown } from './markdown-files.ts';
import { scopesText } from './operations.ts';
import { fieldRows, schemaText, table, typeLink } from './schema-tables.ts';

/** The pages by their paths below the site: `operations/createProject.md`, `schemas/Money.md`. */
export function operationFiles(document: Document): Map<string, string> {
  const pages = new Map(
    [...operationsOf(document)].map((each) => [`operations/${each.operation.operationId}.md`, finished(operationText(document, each))]),
  );
  // A loop over a Map also visits later entries, so pages of schemas bring those that they link to.
  for (const [, text] of pages)
    for (const [, name] of text.matchAll(/\]\(\/docs\/schemas\/(\w+)\.md\)/g)) {
      const path = `schemas/${name}.md`;
      if (!pages.has(path)) pages.set(path, finished(schemaText(document, name!)));
    }
  return pages;
}

const finished = (parts: readonly string[]): string => `${plainMarkdown(withTagLinks(parts.filter((part) => part !== '').join('\n\n')))}\n`;

function operationText(document: Document, documented: DocumentedOperation): string[] {
  const { path, method, operation, parameters } = documented;
  const { operationId, summary = '', description = '', callbacks } = operation;
  return [
    `# ${operationId}`,
    `\`${method.toUpperCase()} ${path}\``,
    `${summary}.${scopesText(document, operation)}`,
    description.trim(),
    callbacks ? 'We then send these [events](/docs/events).' : '',
    ...requestText(document, documented),
    ...parametersText(document, parameters),
    ...bodyText(document, documented),
    ...answersText(document, documented),
  ];
}

/** An example of the request, as HTTP writes it. */
function requestText(document: Document, { path, method, operation }: DocumentedOperation): string[] {
  const [type, media] = contentOf(operation.requestBody && resolve(document, operation.requestBody));
  const isPublic = accessTo(document, operation).public;
  const example = type === 'application/json' && media ? exampleIn(document, media) : undefined;
  const lines = [
    `${method.toUpperCase()} ${path}`,
    ...(isPublic ? [] : ['Authorization: Bearer {token}']),
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    ...(example === undefined ? [] : ['', JSON.stringify(example, null, 2)]),
  ];
  return ['## Request', `\`\`\`http\n${lines.join('\n')}\n\`\`\``];
}

function parametersText(document: Document, parameters: readonly Parameter[]): string[] {
  if (parameters.length === 0) return [];
  const rows = parameters.map(({ name, in: place, required, schema = {}, description }) => [
    `\`${name}\``,
    `${place}${required ? ', required' : ''}`,
    typeLink(document, schema),
    inOneLine(description ?? fieldOf(document, schema).description ?? ''),
  ]);
  return ['## Parameters', table(['name', 'in', 'type', 'meaning'], rows)];
}

function bodyText(document: Document, { operation: { requestBody } }: DocumentedOperation): string[] {
  const [type, { schema = {} } = {}] = contentOf(requestBody && resolve(document, requestBody));
  if (type === undefined) return [];
  return ['## Body', `${typeLink(document, schema)}, as \`${type}\`.`, fieldRows(document, schema)];
}

function answersText(document: Document, { operation }: DocumentedOperation): string[] {
  const answers = Object.entries(operation.responses).map(([status, response]) => [status, resolve(document, response)] as const);
  const isFault = ([status]: readonly [string, unknown]): boolean => !/^[23]/.test(status);
  const errors = answers.filter(isFault).map(([status, { description = '' }]) => [status, inOneLine(description)]);
  const items = itemSchema(document, operation);
  return [
    '## Answers',
    ...answers.filter((answer) => !isFault(answer)).flatMap(([status, response]) => answerText(document, status, response)),
    ...(items ? [`Each item, ${typeLink(document, items)}, has these fields.`, fieldRows(document, items)] : []),
    '## Errors',
    '[Errors](/docs/errors) explains the body.',
    table(['status', 'meaning'], errors),
  ];
}

function answerText(document: Document, status: string, response: Response): string[] {
  const [type, media] = contentOf(response);
  const headers = Object.keys(response.headers ?? {}).map((name) => `\`${name}\``);
  const { schema = {} } = media ?? {};
  const example = media && exampleIn(document, media);
  return [
    `### ${status}`,
    (response.description ?? '').trim(),
    headers.length > 0 ? `Headers: ${headers.join(', ')}.` : '',
    type === undefined ? '' : `${typeLink(document, schema)}, as \`${type}\`.`,
    fieldRows(document, schema),
    type === 'application/json' && example !== undefined ? `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\`` : '',
  ];
}

/** The first type of a body with what the document says of it. */
const contentOf = (body: { content?: Record<string, MediaType> } | undefined): [string, MediaType] | [] =>
  Object.entries(body?.content ?? {})[0] ?? [];

/** An example, with one element of a list that it is or has, and one entry of a map: the others are no different. */
function exampleIn(document: Document, { schema = {}, example, examples }: MediaType): Json | undefined {
  const found = example ?? Object.values(examples ?? {}).at(-1)?.value ?? exampleOf(document, schema);
  if (Array.isArray(found)) return found.slice(0, 1);
  if (typeof found !== 'object' || found === null) return found;
  if (fieldOf(document, schema).properties === undefined) return Object.fromEntries(Object.entries(found).slice(0, 1));
  return Array.isArray(found['items']) ? { ...found, items: found['items'].slice(0, 1) } : found;
}
