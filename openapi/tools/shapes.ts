/**
 * Shapes of the served document that stock tools misread. Each was met: a client did not compile, could not call, or took a success for
 * an error.
 */
import {
  type Document,
  eachPart,
  formSchemas,
  methods,
  type Operation,
  operationsOf,
  type Part,
  type Schema,
  schemasReachedBy,
  successesOf,
} from '@partner-ordering/openapi';
import { isAddress, isInternalExtension, readsAsSchema } from './served.ts';
import { hasPart, isEnumeration } from './uses.ts';

/** Types that many languages have, or that every file of a generated client needs. */
const typesOfLanguages: ReadonlySet<string> = new Set(
  'Array Blob Boolean Date Error Event Exception File List Map Number Object Promise Record Request Response Set String Type'.split(' '),
);

/** A part of a document and where it stands. */
interface PartPlace {
  part: Part;
  path: readonly string[];
}

/** Whether a part has a shape, by what is said of it. */
const shapes: Readonly<Record<string, (place: PartPlace) => boolean>> = {
  'an object in parts loses its fields or null: it is one, with all fields': ({ part: { allOf = [], unevaluatedProperties } }) =>
    allOf.length > 1 || unevaluatedProperties !== undefined,
  'open alternatives do not exclude each other: one object has the fields of all': ({ part: { oneOf = [] } }) =>
    oneOf.filter(({ type }) => type !== 'null').length > 1 && oneOf.every(({ $ref, type }) => $ref !== undefined || type === 'null'),
  'an object without a name gets one by chance: it is a component': ({ part, path }) => hasFields(part) && !isComponent(path),
  'binary content has no length in Go': ({ part }) => part['format'] === 'binary' && 'maxLength' in part,
  'two types of XML are one in Go': ({ part }) => Object.keys(part).filter((key) => /^\w+\/xml$/.test(key)).length > 1,
  'a path parameter `url` hides the package of Go: `x-go-name` calls it otherwise': ({ part }) =>
    part['in'] === 'path' && part['name'] === 'url' && part['x-go-name'] === undefined,
  'an address is whole, since many tools know no other': ({ part }) => urlsOf(part).some((url) => !/^https?:/.test(url)),
  'an example with `default` and `required` is a wrong schema for Spectral': ({ part }) => readsAsSchema(part.example),
  'words for our own tools are not served': ({ part }) => Object.keys(part).some(isInternalExtension),
  'a name of languages': ({ path }) => isComponent(path) && path[1] === 'schemas' && typesOfLanguages.has(path[2]!),
};

/** Breaches of the shapes in the document as it is served, as sentences with their places. */
export function shapeBreaches(document: Document): string[] {
  const breaches: string[] = [];
  eachPart(document, (part, path) => {
    for (const [rule, has] of Object.entries(shapes)) if (has({ part, path })) breaches.push(`${path.join('.')}: ${rule}`);
  });
  return [
    ...breaches,
    ...nameBreaches(document),
    ...openBreaches(document),
    ...successBreaches(document),
    ...(document.servers?.length ? [] : ['servers: there is none']),
  ];
}

const isComponent = (path: readonly string[]): boolean => path[0] === 'components' && path.length === 3;
const hasFields = ({ type, properties }: Schema): boolean => type === 'object' && Object.keys(properties ?? {}).length > 0;

const urlsOf = (part: Schema): string[] =>
  Object.entries(part).flatMap(([key, value]) => (isAddress(key) && typeof value === 'string' ? [value] : []));

/** Names that are told apart by nothing, or by their case only. */
function nameBreaches(document: Document): string[] {
  const operations = [...operationsOf(document)].flatMap(({ operation }) => [operation, ...sentBy(operation)]);
  const components = Object.values(document.components).flatMap((group) => Object.keys(group as object));
  return [
    ...(document.webhooks === undefined ? [] : ['webhooks: they hide operations of their tag: `callbacks` are no operations']),
    ...duplicates(operations.map(({ operationId }) => operationId)).map((name) => `${name}: two operations have this name`),
    ...duplicates(components).map((name) => `components: ${name} differs from another by its case or kind only`),
  ];
}

const sentBy = ({ callbacks = {} }: Operation): Operation[] =>
  Object.values(callbacks).flatMap((items) => Object.values(items).flatMap((item) => methods.flatMap((method) => item[method] ?? [])));

const duplicates = (names: readonly string[]): string[] => {
  const lowerCase = names.map((name) => name.toLowerCase());
  return names.filter((name, index) => lowerCase.indexOf(name.toLowerCase()) !== index);
};

/** Generated clients know one success, and take another for an error: their users repeat what was done. */
const successBreaches = (document: Document): string[] =>
  [...operationsOf(document)].flatMap(({ operation }) => {
    const statuses = successesOf(operation).map(([status]) => status);
    return statuses.length > 1 ? [`${operation.operationId}: it has one success, not ${statuses.join(' and ')}`] : [];
  });

/** A new field or value of an answer breaks a client that takes the document at its word; a body's unknown fields are refused by it. */
function openBreaches(document: Document): string[] {
  const operations = [...operationsOf(document)].map(({ operation }) => operation);
  const schemasIn = (part: unknown) =>
    [...schemasReachedBy(document, part)].map((name) => [name, document.components.schemas![name]!] as const);
  const answerSchemas = schemasIn(operations.map(({ responses, callbacks }) => [responses, callbacks]));
  const bodySchemas = schemasIn(operations.map(({ requestBody }) => requestBody));
  const forms = formSchemas(document);
  return [
    ...answerSchemas
      .filter(([, { additionalProperties }]) => additionalProperties === false)
      .map(([name]) => `${name}: what is answered is open`),
    ...answerSchemas
      .filter(([, schema]) => hasPart(schema, isEnumeration))
      .map(([name]) => `${name}: a list of values of what is answered is open`),
    ...bodySchemas
      .filter(([name, schema]) => hasFields(schema) && !forms.has(name) && schema.additionalProperties === undefined)
      .map(([name]) => `${name}: what is taken says whether it is closed`),
    ...[...forms]
      .filter((name) => document.components.schemas![name]!.additionalProperties !== undefined)
      .map((name) => `${name}: a form says nothing of other fields, which generators cannot read`),
  ];
}
