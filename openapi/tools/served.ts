/**
 * The last step of the public document: shapes that the world's generators of clients misread become others that mean the same. Our own
 * stubs, client, examples and comparison read the document before it. `shapes.ts` has what is refused, each with its reason.
 */
import { expectedFormats } from '@partner-ordering/kernel/faults';
import { type Document, eachPart, formSchemas, type Json, type Part, renamed, resolve, type Schema } from '@partner-ordering/openapi';
import { reachable } from './public-bundle.ts';
import { objectShape } from './schema-types.ts';
import { openAnswers } from './uses.ts';

/** The path at which partners choose their events. */
const SUBSCRIPTIONS = '/v1/orgs/{orgGid}/webhooks';

/** Stands for the address of the installation, which the gateway writes in. */
const ORIGIN = 'https://issuer.invalid';

/** Schemas with the names of types that every language has. */
const otherNames: Readonly<Record<string, string>> = { Error: 'ErrorBody', File: 'StoredFile' };

/** The document as the gateway serves it, but for its own address. Throws where a name is taken. */
export function servedDocument(bundle: Document): Document {
  const document = withUniqueNames(bundle);
  eachPart(document, (part) => flatten(document, part));
  openAnswers(document, isObject, (part) => openSchema(document, part));
  openForms(document);
  moveWebhooksToCallbacks(document);
  eachPart(document, (part) => spreadExample(document, part));
  eachPart(document, simplify);
  document.servers = [{ url: ORIGIN }];
  return { ...document, components: reachable(document) };
}

const isObject = ({ type, properties }: Schema): boolean => type === 'object' && properties !== undefined;

/** A component that is no schema but has the name of one, in any case of letters, gets its kind added to its name. */
function withUniqueNames(bundle: Document): Document {
  const usedNames = new Set(Object.keys(bundle.components.schemas ?? {}).map((name) => name.toLowerCase()));
  return renamed(bundle, (kind, name) => {
    if (kind === 'schemas') return otherNames[name] ?? name;
    return usedNames.has(name.toLowerCase()) ? `${name}${kind.charAt(0).toUpperCase()}${kind.slice(1, -1)}` : name;
  });
}

/** An object in parts becomes one with all fields, closed or open as the whole was. */
function flatten(document: Document, part: Schema): void {
  const { allOf, unevaluatedProperties } = part;
  const shape = Array.isArray(allOf) && allOf.length > 1 ? objectShape(document, part) : undefined;
  if (shape === undefined) return;
  delete part.allOf;
  delete part['unevaluatedProperties'];
  const openness = unevaluatedProperties === false && { additionalProperties: false };
  Object.assign(part, { type: 'object', ...openness, required: [...shape.required], properties: structuredClone(shape.properties) });
}

/** Open alternatives no longer exclude each other, so they become one object in which only common fields are required. */
function openSchema(document: Document, part: Schema): void {
  if (isObject(part) && part.additionalProperties === false) delete part.additionalProperties;
  const shapes = (part.oneOf ?? []).map((each) => objectShape(document, each));
  if (shapes.length === 0 || !shapes.every((shape) => shape !== undefined)) return;
  delete part.oneOf;
  const required = [...shapes[0]!.required].filter((name) => shapes.every((shape) => shape.required.has(name)));
  Object.assign(part, { type: 'object', required, properties: Object.assign({}, ...shapes.map(({ properties }) => properties)) as object });
}

/** A form takes any other field. It says so by saying nothing, since generators such as ogen know no other fields of forms. */
function openForms(document: Document): void {
  for (const name of formSchemas(document)) delete document.components.schemas![name]!.additionalProperties;
}

/** Clients cannot call webhooks, but generators turn them into operations that hide those of the same tag. */
function moveWebhooksToCallbacks(document: Document): void {
  const callbacks = Object.entries(document.webhooks ?? {}).map(([type, item]) => [type, { '{$request.body#/url}': item }] as const);
  document.paths[SUBSCRIPTIONS]!.post!.callbacks = Object.fromEntries(callbacks);
  delete document.webhooks;
}

/**
 * Extensions for readers: what a pattern means, which field changes without a request, which values are known, when an operation ends.
 * The others are for our own tools.
 */
const servedExtensions = new Set(['x-expects', 'x-changing', 'x-extensible-enum', 'x-go-name', 'x-sunset']);

/** Whether an extension is for our own tools. */
export const isInternalExtension = (key: string): boolean => key.startsWith('x-') && !servedExtensions.has(key);

/** Whether the text under a name is an address: of a server, of the contact, of a flow. */
export const isAddress = (key: string): boolean => /^url$|Url$/.test(key);

/** Whether a value has an object that Spectral takes for a schema and checks as one: the options of a product. */
export const readsAsSchema = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && (('default' in value && 'required' in value) || Object.values(value).some(readsAsSchema));

/** An example with such an object is spread over the fields of the schema. */
function spreadExample(document: Document, part: Part): void {
  if (!readsAsSchema(part.example)) return;
  spread(document, part['schema'] as Schema, part.example);
  delete part.example;
}

function spread(document: Document, schema: Schema, value: unknown): void {
  const { oneOf: [first] = [], ...found } = resolve(document, schema);
  const { properties = {}, items } = first ? resolve(document, first) : found;
  if (Array.isArray(value)) return spread(document, items!, value[0]);
  for (const [name, part] of Object.entries(value as Record<string, Json>))
    if (readsAsSchema(part)) spread(document, properties[name]!, part);
    else properties[name]!.examples ??= [part];
}

/** Simplifies one part: it drops our own words, keeps one type of XML, and completes addresses. */
function simplify(part: Part): void {
  for (const key of Object.keys(part)) if (isInternalExtension(key)) delete part[key];
  const format = expectedFormats[String(part['x-expects'])];
  if (format) part['x-expects'] = format.en;
  if (part['format'] === 'binary') delete part['maxLength'];
  if ('application/xml' in part) delete part['text/xml'];
  // Go has a package of this name.
  if (part['in'] === 'path' && part['name'] === 'url') part['x-go-name'] = 'address';
  for (const [key, value] of Object.entries(part))
    if (isAddress(key) && typeof value === 'string' && value.startsWith('/')) part[key] = `${ORIGIN}${value}`;
}
