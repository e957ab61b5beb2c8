/** Makes libs/service-client/generated/operations.ts from the internal documents: each service's operations, and who may call them. */
import { serviceNames } from '@partner-ordering/kernel';
import { type Document, type DocumentedOperation, type Operation, operationsOf, resolve } from '@partner-ordering/openapi';
import { answerType } from './prepare.ts';
import { declarationOf, literal, propertyKey, typeOf } from './schema-types.ts';

/** Types by name, each with what it is made of, so that two services may not mean different things by one name. */
type Types = Map<string, string>;

/** The generated text for these internal documents. */
export function serviceOperations(documents: Map<string, Document>): string {
  const types: Types = new Map();
  const servicesWithOperations = [...documents].map(([service, document]) => ({
    service,
    document,
    operations: [...operationsOf(document)],
  }));
  const interfaces = servicesWithOperations.map(({ service, document, operations }) => {
    const functions = operations.map((place) => functionText(document, place, types));
    return `${propertyKey(service)}: {\n${functions.join('\n')}\n};`;
  });
  const table = servicesWithOperations.map(
    ({ service, operations }) => `${propertyKey(service)}: { ${operations.map(descriptionText).join(', ')} }`,
  );
  return `// Generated from openapi/internal by \`npm run generate\`. Do not edit.

/** The operations of all services for each other: one function per operation, by service. Each throws \`unavailable\`. */
export interface AllServices {
${interfaces.join('\n')}
}

/** The descriptions of these operations for the client. */
export const operations = { ${table.join(', ')} } as const;

/** The operations that each service may call, by the service that answers. */
export const callable = ${literal(callableOf(servicesWithOperations))} as const;

${[...types]
  .sort(([one], [other]) => (one < other ? -1 : 1))
  .map(([, text]) => text)
  .join('\n')}`;
}

function callableOf(parts: { service: string; operations: DocumentedOperation[] }[]): Record<string, Record<string, string[]>> {
  const mayCall = (caller: string, { operation }: DocumentedOperation): boolean => operation['x-callers']?.includes(caller) ?? false;
  const operationsOfCaller = (caller: string): [string, string[]][] =>
    parts.map(({ service, operations }) => [
      service,
      operations.filter((place) => mayCall(caller, place)).map(({ operation }) => operation.operationId),
    ]);
  return Object.fromEntries(
    ['gateway', ...serviceNames].map((caller) => [
      caller,
      Object.fromEntries(operationsOfCaller(caller).filter(([, ids]) => ids.length > 0)),
    ]),
  );
}

function functionText(document: Document, place: DocumentedOperation, types: Types): string {
  const { path, method, operation } = place;
  const input = inputType(document, place);
  const answer = answerType(document, operation);
  const absent = operation.responses['404'] === undefined ? '' : ' | undefined';
  addTypes(document, [input, answer], types);
  const summary = `${operation.summary ?? operation.operationId}. \`${method.toUpperCase()} ${path}\``;
  return `/** ${summary} */\n${operation.operationId}(${input === '' ? '' : `input: ${input}`}): Promise<${answer}${absent}>;`;
}

/** The parameters of a GET as one object, the body of a POST. */
function inputType(document: Document, { method, operation, parameters }: DocumentedOperation): string {
  if (method === 'post') return bodyType(document, operation);
  const fields = parameters.map(
    ({ name, required, schema }) => `${propertyKey(name)}${required === true ? '' : '?'}: ${typeOf(document, schema)}`,
  );
  return fields.length === 0 ? '' : `{ ${fields.join('; ')} }`;
}

function bodyType(document: Document, { requestBody }: Operation): string {
  return requestBody === undefined ? '' : typeOf(document, resolve(document, requestBody).content['application/json']?.schema);
}

function descriptionText({ path, method, operation }: DocumentedOperation): string {
  const description = {
    method: method.toUpperCase(),
    path,
    isIdempotent: method === 'get' || operation['x-idempotent'] === true,
    ...(operation.responses['404'] === undefined ? {} : { mayBeAbsent: true }),
    ...(operation['x-attempt-seconds'] === undefined ? {} : { attemptMs: operation['x-attempt-seconds'] * 1000 }),
  };
  return `${operation.operationId}: ${literal(description)}`;
}

/** Adds the schemas that these type texts name, with all that they refer to. */
function addTypes(document: Document, texts: readonly string[], types: Types): void {
  const schemas = document.components.schemas ?? {};
  for (const name of texts.flatMap((text) => text.match(/\b[A-Z]\w*/g) ?? [])) {
    const schema = schemas[name];
    if (schema === undefined) continue;
    const text = declarationOf(document, name, schema);
    if (types.get(name) === text) continue;
    if (types.has(name)) throw new Error(`internal documents: two services mean different things by ${name}`);
    types.set(name, text);
    addTypes(document, [text.replaceAll(/\/\*\*.*?\*\//gs, '')], types);
  }
}
