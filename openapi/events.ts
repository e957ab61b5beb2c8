/**
 * AsyncAPI documents -> event types. A service's own document describes what it publishes and names under `x-follows` the channels
 * of other services that it reads; it gets the payload types of both, so that no service imports another.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import type { Document, Schema } from './document.ts';
import { referenceName } from './document.ts';
import { literal, objectShape, propertyKey, typeOf } from './schema-types.ts';

interface Channel {
  address: string;
  messages: Record<string, { $ref: string }>;
}

interface EventDocument {
  'x-follows'?: string[];
  channels: Record<string, Channel>;
  components: { messages: Record<string, { payload: { $ref: string } }>; schemas: Record<string, Schema> };
}

/** One message of a channel: its CloudEvents type and the name of its payload's schema. */
interface Message {
  type: string;
  payload: string;
}

/** Text of `generated/events.ts` for every service with an event document. */
export function eventTypes(folder: string): Map<string, string> {
  const documents = eventDocuments(folder);
  return new Map([...documents].map(([service, document]) => [service, serviceEvents(documents, service, document)]));
}

/** What one service follows, in the order of its document. */
export interface Follower {
  service: string;
  states: { owner: string; type: string; fields: string[] }[];
  facts: { owner: string; from: 'start' | 'end'; types: string[] }[];
}

/** What each service with an event document follows: every type of the channels that it names. */
export function followers(folder: string): Follower[] {
  const documents = eventDocuments(folder);
  return [...documents].map(([service, document]) => {
    const channels = (document['x-follows'] ?? []).map((address) => ({
      owner: address.slice(0, address.indexOf('.')),
      address,
      messages: channelMessages(documents, address, new Map()),
    }));
    const of = (kind: string) => channels.filter(({ address }) => address.endsWith(kind));
    return {
      service,
      states: of('.state').flatMap(({ owner, messages }) =>
        messages.map((message) => ({ owner, type: byAggregate(message).type, fields: [] })),
      ),
      facts: of('.facts').map(({ owner, messages }) => ({ owner, from: 'start' as const, types: messages.map(({ type }) => type) })),
    };
  });
}

function eventDocuments(folder: string): Map<string, EventDocument> {
  const files = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.yaml'))
        .sort()
    : [];
  return new Map(files.map((name) => [basename(name, '.yaml'), parse(readFileSync(join(folder, name), 'utf8')) as EventDocument]));
}

function serviceEvents(documents: Map<string, EventDocument>, service: string, document: EventDocument): string {
  const name = service.charAt(0).toUpperCase() + service.slice(1);
  const schemas = new Map<string, string>();
  const messages = (address: string): Message[] => channelMessages(documents, address, schemas);
  const addresses = Object.values(document.channels).map(({ address }) => address);
  const foreign = addresses.find((address) => !['state', 'facts'].some((kind) => address === `${service}.${kind}`));
  if (foreign !== undefined)
    throw new Error(`events/${service}.yaml: a service publishes on ${service}.state and ${service}.facts, not on ${foreign}`);
  const follows = document['x-follows'] ?? [];
  const of = (list: string[], kind: string): Message[] => list.filter((address) => address.endsWith(kind)).flatMap(messages);
  const parts = [
    interfaceText(
      `${name}States`,
      'Public state of each aggregate that this service owns, by its type.',
      of(addresses, '.state').map(byAggregate),
    ),
    interfaceText(`${name}Facts`, 'What happens in this service, by event type.', of(addresses, '.facts')),
    `/** The topics of other services that this service reads. */\nexport const follows = ${literal(follows)} as const;\n`,
    interfaceText(
      'FollowedStates',
      'Public state of the aggregates that this service follows, by their type.',
      of(follows, '.state').map(byAggregate),
    ),
    interfaceText('FollowedFacts', 'What happens in the services that this service follows, by event type.', of(follows, '.facts')),
    `/** Payload of every followed event, by event type. */\nexport type Followed = FollowedFacts & { [Type in keyof FollowedStates as \`\${Type}.state\`]: FollowedStates[Type] };\n`,
  ];
  const header = `// Generated from openapi/events by \`npm run generate\`. Do not edit.`;
  return [header, ...parts, ...[...schemas].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, text]) => text)].join('\n\n');
}

/** The messages of a channel, wherever it is described; their schemas are added to `schemas`. */
function channelMessages(documents: Map<string, EventDocument>, address: string, schemas: Map<string, string>): Message[] {
  const owner = address.slice(0, address.indexOf('.'));
  const document = documents.get(owner);
  const channel = Object.values(document?.channels ?? {}).find((candidate) => candidate.address === address);
  if (document === undefined || channel === undefined) throw new Error(`no event document describes the channel ${address}`);
  return Object.entries(channel.messages).map(([type, { $ref }]) => {
    const message = document.components.messages[referenceName($ref)];
    if (message === undefined) throw new Error(`events/${owner}.yaml: ${$ref} leads nowhere`);
    if (address.endsWith('.state') !== type.endsWith('.state')) throw new Error(`events/${owner}.yaml: ${type} is on the wrong channel`);
    addSchema(document, referenceName(message.payload.$ref), schemas);
    return { type, payload: referenceName(message.payload.$ref) };
  });
}

function byAggregate({ type, payload }: Message): Message {
  return { type: type.slice(0, -'.state'.length), payload };
}

function addSchema(document: EventDocument, name: string, schemas: Map<string, string>): void {
  const schema = document.components.schemas[name];
  if (schema === undefined) throw new Error(`events: schema ${name} is missing`);
  const text = schemaText(document, name, schema);
  if (schemas.get(name) === text) return;
  if (schemas.has(name)) throw new Error(`events: two followed services mean different things by ${name}`);
  schemas.set(name, text);
  for (const [, inner] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g))
    addSchema(document, inner as string, schemas);
}

function schemaText(document: EventDocument, name: string, schema: Schema): string {
  const source = document as unknown as Document;
  const shape = objectShape(source, schema);
  const description = comment(schema.description);
  if (shape === undefined) return `${description}export type ${name} = ${typeOf(source, schema)};\n`;
  const fields = Object.entries(shape.properties).map(
    ([field, property]) =>
      `${comment(property.description)}${propertyKey(field)}${shape.required.has(field) ? '' : '?'}: ${typeOf(source, property)};\n`,
  );
  return `${description}export interface ${name} {\n${fields.join('')}}\n`;
}

function interfaceText(name: string, description: string, messages: Message[]): string {
  const fields = messages.map(({ type, payload }) => `${propertyKey(type)}: ${payload};`);
  return `${comment(description)}export interface ${name} { ${fields.join(' ')} }\n`;
}

function comment(text: string | undefined): string {
  return text === undefined ? '' : `/** ${text.replaceAll(/\s+/g, ' ').replaceAll('*/', '* /').trim()} */\n`;
}
