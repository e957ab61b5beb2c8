/**
 * AsyncAPI documents -> event types. A service's own document describes what it publishes and says under `x-follows` what it reads of other
 * services; it gets the payload types of both, so that no service imports another. Of a followed state it gets the named fields only.
 */
import type { Schema } from '@partner-ordering/openapi';
import { asDocument, channelMessages, readEventDocuments, schemaNamed } from './event-documents.ts';
import type { EventDocument, EventDocuments, Message, WebhookPart } from './event-documents.ts';
import { followers } from './follows.ts';
import type { Follower } from './follows.ts';
import { comment, declarationOf, literal, objectShape, propertyKey } from './schema-types.ts';

/** A message with the fields of its payload that are read; undefined means all. */
type Read = Message & { fields?: readonly string[] };

/** Text of `generated/events.ts` for every service with an event document. */
export const eventTypes = (documents = readEventDocuments()): Map<string, string> =>
  new Map(followers(documents).map((follower) => [follower.service, serviceEvents(documents, follower)]));

function serviceEvents(documents: EventDocuments, follower: Follower): string {
  const { service } = follower;
  const name = service.charAt(0).toUpperCase() + service.slice(1);
  const ownMessages = (kind: string): Message[] => channelMessages(documents, `${service}.${kind}`) ?? [];
  const [states, facts] = [followedStates(documents, follower), followedFacts(documents, follower)];
  const parts = [
    interfaceText(
      `${name}States`,
      'Public state of each aggregate that this service owns, by its type.',
      ownMessages('state').map(byAggregate),
    ),
    interfaceText(`${name}Facts`, 'Facts of this service, by event type.', ownMessages('facts')),
    ...payloadsText(name, ownMessages('facts')),
    `/** The fields of states, by service and type, and the facts that this service follows. For \`createService\`. */\nexport const follows = ${literal(followsOf(follower))} as const;\n`,
    interfaceText(
      'FollowedStates',
      'Public state of the aggregates that this service follows, by their type, with the fields that it reads.',
      states.map(byAggregate),
    ),
    interfaceText('FollowedFacts', 'Facts of other services that this service follows, by event type.', facts),
    `/** Payload of every followed event, by event type. */\nexport type Followed = FollowedFacts & { [Type in keyof FollowedStates as \`\${Type}.state\`]: FollowedStates[Type] };\n`,
  ];
  const schemas = new Map<string, string>();
  for (const { document, payload, fields } of [...ownMessages('state'), ...ownMessages('facts'), ...states, ...facts] as Read[])
    addSchema(document, payload, schemas, { place: `events/${service}.yaml`, fields });
  const imports = ownMessages('facts').some(({ webhook }) => webhook) ? [`import type * as models from './models.ts';`] : [];
  const header = `// Generated from openapi/events by \`npm run generate\`. Do not edit.`;
  return [header, ...imports, ...parts, ...[...schemas].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, text]) => text)].join(
    '\n\n',
  );
}

/** For `createService`: `{ states: { identity: { user: ['firstname'] } }, facts: { ordering: { from: 'end', types: […] } } }`. */
function followsOf({ states, facts }: Follower) {
  const byOwner = Object.entries(Object.groupBy(states, ({ owner }) => owner)).map(([owner, ownStates = []]) => [
    owner,
    Object.fromEntries(ownStates.map(({ type, fields }) => [type, fields])),
  ]);
  return {
    ...(states.length === 0 ? {} : { states: Object.fromEntries(byOwner) }),
    ...(facts.length === 0 ? {} : { facts: Object.fromEntries(facts.map(({ owner, from, types }) => [owner, { from, types }])) }),
  };
}

/** One message for each type; the same type of two services must have one meaning, as `addSchema` checks. */
function followedStates(documents: EventDocuments, { states }: Follower): Read[] {
  return states.flatMap(({ owner, type, fields }) =>
    channelMessages(documents, `${owner}.state`)!
      .filter((message) => message.type === `${type}.state`)
      .map((message) => ({ ...message, fields })),
  );
}

function followedFacts(documents: EventDocuments, { facts }: Follower): Read[] {
  return facts.flatMap(({ owner, types }) => channelMessages(documents, `${owner}.facts`)!.filter(({ type }) => types.includes(type)));
}

function byAggregate(message: Message): Message {
  return { ...message, type: message.type.slice(0, -'.state'.length) };
}

function addSchema(
  document: EventDocument,
  name: string,
  schemas: Map<string, string>,
  { place, fields }: { place: string; fields?: readonly string[] | undefined },
): void {
  const schema = readPart(document, schemaNamed(document, name), fields);
  const text = declarationOf(asDocument(document), name, schema);
  if (schemas.get(name) === text) return;
  if (schemas.has(name)) throw new Error(`${place}: ${name} has two meanings, by service or by the fields that are read`);
  schemas.set(name, text);
  for (const [, schemaName] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g))
    addSchema(document, schemaName as string, schemas, { place });
}

/** An object schema with the named fields only. */
function readPart(document: EventDocument, schema: Schema, fields: readonly string[] | undefined): Schema {
  const shape = fields && objectShape(asDocument(document), schema);
  if (!fields || !shape) return schema;
  return {
    ...(schema.description === undefined ? {} : { description: `${schema.description.trim()} Only the fields that this service reads.` }),
    type: 'object',
    required: [...shape.required].filter((field) => fields.includes(field)),
    properties: Object.fromEntries(Object.entries(shape.properties).filter(([field]) => fields.includes(field))),
  };
}

function interfaceText(name: string, description: string, messages: Message[]): string {
  const fields = new Set(messages.map(({ type, payload }) => `${propertyKey(type)}: ${payload};`));
  return `${comment(description)}export interface ${name} { ${[...fields].join(' ')} }\n`;
}

/** The webhook payloads of facts, in the models of the service's API; none for a service without `x-webhook`. */
function payloadsText(name: string, facts: Message[]): string[] {
  const payloads = facts.flatMap(({ type, webhook }) =>
    webhook === undefined ? [] : [`${propertyKey(type)}: { ${partsText(webhook)} };`],
  );
  if (payloads.length === 0) return [];
  const description = 'The webhook payload of each fact, by event type: the text in `payload` of the fact, as an object.';
  return [`${comment(description)}export interface ${name}Payloads { ${payloads.join(' ')} }\n`];
}

const partsText = (parts: Record<string, WebhookPart>): string =>
  Object.entries(parts)
    .map(([part, source]) => `${propertyKey(part)}: ${partText(source)}`)
    .join('; ');

function partText(part: WebhookPart): string {
  if (typeof part === 'string') return `models.${part}`;
  const model = `models.${part.schema}`;
  return 'orOnly' in part ? `${model} | Pick<${model}, ${union(part.orOnly)}>` : `Omit<${model}, ${union(part.without)}>`;
}

const union = (names: readonly string[]): string => names.map(literal).join(' | ');
