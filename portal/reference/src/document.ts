import { operationsOf, resolve, type Document, type Parameter, type Response } from '@partner-ordering/openapi';

/** The organization of the document's examples. */
const EXAMPLE_ORGANIZATION = '019a0000-0000-7000-8000-0000000000a1';

/**
 * The document as it is shown: tags in the order in which its introduction names them; events, and the body that all errors have, on the
 * portal's own pages. Examples speak of the organization of who tries them.
 */
export function readDocument(text: string, organization = EXAMPLE_ORGANIZATION): Document {
  const document = JSON.parse(text.replaceAll(EXAMPLE_ORGANIZATION, organization)) as Document;
  const introduced = [...String(document.info['description']).matchAll(/\(#tag\/([\w-]+)\)/g)].map(([, name]) =>
    name!.replaceAll('-', ' '),
  );
  const place = (name: string): number => (introduced.indexOf(name) + 1 || introduced.length + 1) - 1;
  document.tags?.sort((one, other) => place(one.name) - place(other.name));
  Object.values(document.components.parameters as Record<string, ExampleParameter>).forEach(describeExample);
  for (const { operation, parameters } of operationsOf(document)) {
    // With those of its path, as Swagger UI is given the operation alone.
    operation.parameters = parameters;
    for (const response of Object.values(operation.responses)) dropErrorBody(resolve(document, response));
    if (operation.callbacks === undefined) continue;
    delete operation.callbacks;
    operation.description = `${operation.description ?? ''}\n\n[Events](/docs/events) shows what is sent.`;
  }
  return document;
}

type ExampleParameter = Parameter & { example?: unknown };

/** Swagger UI would send the example of a parameter that many operations have, such as a filter, unasked. */
function describeExample(parameter: ExampleParameter): void {
  if (parameter.example === undefined || parameter.required) return;
  parameter.description = `${parameter.description ?? ''}\n\nExample: \`${String(parameter.example)}\``;
  delete parameter.example;
}

function dropErrorBody(response: Response): void {
  if (response.content?.['application/json']?.schema?.$ref?.endsWith('/ErrorBody')) delete response.content;
}

/** What the closed operations show: those that `isShown` names. */
export function outline(document: Document, isShown: (operationId: string) => boolean): unknown {
  const paths: Record<string, Record<string, object>> = {};
  const used = new Set<string | undefined>();
  for (const { path, method, operation } of operationsOf(document)) {
    const { tags = [], summary, operationId } = operation;
    if (!isShown(operationId)) continue;
    (paths[path] ??= {})[method] = { tags, summary, operationId };
    used.add(tags[0]);
  }
  const { openapi, info, servers, tags } = document;
  return { openapi, info, servers, tags: tags?.filter(({ name }) => used.has(name)), paths };
}

/** A part of the document without references, as Swagger UI's own resolver gives it, which takes seconds for a document of this size. */
export function resolved(document: Document, path: readonly string[]): unknown {
  const part = path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
  return withoutReferences(document, part, new Set());
}

function withoutReferences(document: Document, part: unknown, within: ReadonlySet<string>): unknown {
  if (Array.isArray(part)) return part.map((each) => withoutReferences(document, each, within));
  if (typeof part !== 'object' || part === null) return part;
  const { $ref, ...beside } = part as { $ref?: unknown };
  if (typeof $ref !== 'string')
    return Object.fromEntries(
      Object.entries(part).map(([key, value]) => [key, key === 'example' ? value : withoutReferences(document, value, within)]),
    );
  // What refers to itself is opened once.
  if (within.has($ref)) return { $$ref: $ref, type: 'object' };
  const target = withoutReferences(document, resolve(document, { $ref }), new Set([...within, $ref]));
  return { ...(target as object), ...beside, $$ref: $ref };
}
