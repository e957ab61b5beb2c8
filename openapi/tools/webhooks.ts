/**
 * Makes the `webhooks` of the public document from `x-webhook` in openapi/events, which names the parts of an event by their schemas.
 * notifications.yaml describes the fields that all events have.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Document, Operation, Schema } from '@partner-ordering/openapi';
import { channelMessages, type EventDocuments, type Message, type WebhookPart } from './event-documents.ts';
import { objectShape } from './schema-types.ts';

/** The service that tells partners, the schema by which these choose types, and those of an event's own fields. */
const WEBHOOK_SERVICE = 'notifications';
const FILTER = 'EventFilter';
const fieldSchemas = ['EventId', 'DateTime', 'EventOrganization', 'EventSequence'] as const;

/** An event of partners: a fact, with its parts. */
interface Event {
  type: string;
  summary: string;
  parts: Record<string, WebhookPart>;
}

/** The event of a check, which is no fact. */
const checkEvent: Event = { type: 'webhook.check', summary: 'A void event, sent by a check of a webhook.', parts: {} };

/** Adds a webhook and a schema for each event to copies of the bundles. Throws for an unknown schema or a type that `EventFilter` lacks. */
export function withWebhooks(documents: ReadonlyMap<string, Document>, events: EventDocuments): Map<string, Document> {
  const webhookDocument = documents.get(WEBHOOK_SERVICE);
  if (webhookDocument === undefined) return new Map(documents);
  const byService = new Map([...documents.keys()].map((service) => [service, eventsOf(events, service)]));
  assertListed(webhookDocument, [...byService.values()].flat());
  byService.get(WEBHOOK_SERVICE)!.push(checkEvent);
  return new Map(
    [...documents].map(([service, document]) => [service, withEvents(service, document, byService.get(service)!, webhookDocument)]),
  );
}

const eventsOf = (events: EventDocuments, service: string): Event[] =>
  (channelMessages(events, `${service}.facts`) ?? [])
    .filter((message): message is Message & { webhook: Event['parts'] } => message.webhook !== undefined)
    .map(({ type, summary, webhook }) => ({ type, summary: summary ?? type, parts: webhook }));

/** The types are chosen from a list that is written by hand, since it is the contract: each type, and all that begin alike. */
function assertListed({ components }: Document, events: readonly Event[]): void {
  const types = events.map(({ type }) => type);
  const expectedTypes = [...new Set([...types, ...types.map((type) => `${type.slice(0, type.indexOf('.'))}.*`)])];
  const listedTypes = (components.schemas?.[FILTER]?.enum ?? []) as string[];
  const missing = expectedTypes.filter((type) => !listedTypes.includes(type));
  const unknown = listedTypes.filter((type) => !expectedTypes.includes(type));
  if (missing.length > 0) throw new Error(`${WEBHOOK_SERVICE}.yaml: ${FILTER} lacks ${missing.join(', ')}`);
  if (unknown.length > 0) throw new Error(`${WEBHOOK_SERVICE}.yaml: ${FILTER} has ${unknown.join(', ')}, but no fact has x-webhook for it`);
}

function withEvents(service: string, original: Document, events: readonly Event[], webhookDocument: Document): Document {
  if (events.length === 0) return original;
  const document = structuredClone(original);
  const schemas = (document.components.schemas ??= {});
  for (const name of fieldSchemas) copySchema(name, webhookDocument, schemas);
  for (const event of events) {
    const name = eventName(event.type);
    if (schemas[name] !== undefined) throw new Error(`${service}.yaml: the schema ${name} is that of the event ${event.type}`);
    addEventSchemas(document, event, `events/${service}.yaml: ${event.type}`);
    (document.webhooks ??= {})[event.type] = { post: webhookOperation(event, name) };
  }
  return document;
}

/** Copies a schema of the webhooks' document with what it refers to; the same schema may be there already. */
function copySchema(name: string, webhookDocument: Document, schemas: Record<string, Schema>): void {
  if (schemas[name] !== undefined) return;
  const schema = webhookDocument.components.schemas?.[name];
  if (schema === undefined) throw new Error(`${WEBHOOK_SERVICE}.yaml: the schema ${name} is missing`);
  schemas[name] = schema;
  for (const [, referencedName] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g))
    copySchema(referencedName!, webhookDocument, schemas);
}

/** Adds the schema of an event, and that of its data by a name of its own: an inline object has none in clients. */
function addEventSchemas(document: Document, { type, summary, parts }: Event, place: string): void {
  const [id, timestamp, organization, sequence] = fieldSchemas.map(reference) as [Schema, Schema, Schema, Schema];
  const schemas = document.components.schemas!;
  const name = eventName(type);
  const dataProperties = Object.entries(parts).map(([part, partSource]) => [part, partSchema(document, partSource, place)] as const);
  schemas[`${name}Data`] = objectOf(Object.fromEntries(dataProperties));
  const data = reference(`${name}Data`);
  schemas[name] = {
    description: summary,
    ...objectOf({ id, type: { type: 'string', const: type }, timestamp, organization, sequence, data }),
  };
}

const reference = (schema: string): Schema => ({ $ref: `#/components/schemas/${schema}` });

/** OpenAPI 3.0 knows no empty list of required fields. */
const objectOf = (properties: Record<string, Schema>): Schema => ({
  type: 'object',
  additionalProperties: false,
  ...(Object.keys(properties).length > 0 && { required: Object.keys(properties) }),
  properties,
});

/** The schema of a part. One that has only some of the fields is added to the document. */
function partSchema(document: Document, part: WebhookPart, place: string): Schema {
  const name = typeof part === 'string' ? part : part.schema;
  const schemas = document.components.schemas!;
  const schema = schemas[name];
  if (schema === undefined) throw new Error(`${place}: x-webhook names ${name}, which the document of the service does not have`);
  if (typeof part === 'string') return reference(name);
  const { properties, required } = objectShape(document, schema) ?? { properties: {}, required: new Set<string>() };
  const isEither = 'orOnly' in part;
  const namedFields = isEither ? part.orOnly : part.without;
  const unknown = namedFields.find((field) => properties[field] === undefined);
  if (unknown !== undefined) throw new Error(`${place}: x-webhook names ${unknown} of ${name}, which has no such field`);
  const isKept = (field: string): boolean => namedFields.includes(field) === isEither;
  const reducedSchema: Schema = {
    type: 'object',
    description: `${schema.description ?? name} ${isEither ? 'Only' : 'Without'}: ${namedFields.map((field) => `\`${field}\``).join(', ')}.`,
    additionalProperties: false,
    required: [...required].filter(isKept),
    properties: Object.fromEntries(Object.entries(properties).filter(([field]) => isKept(field))),
  };
  const add = (schemaName: string, added: Schema): Schema => {
    if (!isDeepStrictEqual((schemas[schemaName] ??= added), added)) throw new Error(`${place}: ${schemaName} is another schema already`);
    return reference(schemaName);
  };
  if (!isEither) return add(`${name}InEvents`, reducedSchema);
  return add(`${name}InEvents`, { oneOf: [reference(name), add(`Short${name}`, reducedSchema)] });
}

const headers: Record<string, [string, number]> = {
  'webhook-id': ['The id of the event.', 64],
  'webhook-timestamp': ['When this attempt was made, in seconds since 1970.', 20],
  'webhook-signature': ['Signatures, separated by blanks: `v1,` or `v1a,`, and the signature of `<id>.<timestamp>.<body>` in base64.', 512],
};

function webhookOperation({ type, summary }: Event, schema: string): Operation {
  return {
    operationId: `on${pascal(type)}`,
    tags: ['Webhooks'],
    // The page of the document lists callbacks by this alone.
    summary: type,
    description: summary,
    security: [],
    parameters: Object.entries(headers).map(([name, [description, maxLength]]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string', maxLength },
    })),
    requestBody: { required: true, content: { 'application/json': { schema: reference(schema) } } },
    responses: {
      '2XX': { description: 'It has arrived. The body is of no account.' },
      '4XX': { description: 'It has not arrived.' },
      default: { description: 'It has not arrived. A redirect is not followed.' },
    },
  };
}

/** The schema of an event: `ProjectPublishedEvent`. */
const eventName = (type: string): string => `${pascal(type)}Event`;

/** `project.brief_file_added` -> `ProjectBriefFileAdded`. */
const pascal = (type: string): string => type.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());
