/** The AsyncAPI documents in openapi/events. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { type Document, type Json, referenceName, type Schema } from '@partner-ordering/openapi';
import { openapiFolder } from './documents.ts';

interface Channel {
  address: string;
  messages: Record<string, { $ref: string }>;
}

export interface EventDocument {
  /** The states and facts that the service follows, by channel; see follows.ts. */
  'x-follows'?: Record<string, Record<string, string[]> | { from: string; types: string[] }>;
  channels: Record<string, Channel>;
  components: { messages: Record<string, MessageDocument>; schemas: Record<string, Schema> };
}

interface MessageDocument {
  summary?: string;
  payload: { $ref: string };
  /** The parts of the webhook event that a fact causes. */
  'x-webhook'?: Record<string, WebhookPart>;
  /** Its example, where the golden corpus has none; see event-examples.ts. */
  'x-webhook-example'?: WebhookExample;
}

/** A schema of the service's OpenAPI document: as it is, without the named fields, or either as it is or with only the named fields. */
export type WebhookPart = string | { schema: string; without: string[] } | { schema: string; orOnly: string[] };

/** Fields of an event's parts, over those of another event in the golden corpus. */
export interface WebhookExample {
  like?: string;
  parts?: Record<string, Record<string, Json>>;
}

/** By service. */
export type EventDocuments = ReadonlyMap<string, EventDocument>;

/** A message of a channel: its CloudEvents type and its payload's schema, with their document. */
export interface Message {
  type: string;
  payload: string;
  schema: Schema;
  document: EventDocument;
  summary: string | undefined;
  webhook?: Record<string, WebhookPart> | undefined;
  example?: WebhookExample | undefined;
}

export const eventFiles = globSync(join(openapiFolder, 'events/*.yaml')).toSorted();

export const readEventDocuments = (): EventDocuments =>
  new Map(eventFiles.map((file) => [basename(file, '.yaml'), parse(readFileSync(file, 'utf8')) as EventDocument]));

/** The messages of a channel, or undefined when no document describes it. Throws when a reference leads nowhere. */
export function channelMessages(documents: EventDocuments, address: string): Message[] | undefined {
  const owner = address.slice(0, address.indexOf('.'));
  const document = documents.get(owner);
  const channel = Object.values(document?.channels ?? {}).find((candidate) => candidate.address === address);
  if (document === undefined || channel === undefined) return undefined;
  return Object.entries(channel.messages).map(([type, { $ref }]) => {
    const message = document.components.messages[referenceName($ref)];
    if (message === undefined) throw new Error(`events/${owner}.yaml: ${$ref} leads nowhere`);
    if (address.endsWith('.state') !== type.endsWith('.state')) throw new Error(`events/${owner}.yaml: ${type} is on the wrong channel`);
    const payload = referenceName(message.payload.$ref);
    const { summary, 'x-webhook': webhook, 'x-webhook-example': example } = message;
    const schema = schemaNamed(document, payload);
    if ((webhook !== undefined) !== (schema.properties?.['payload'] !== undefined))
      throw new Error(`events/${owner}.yaml: ${type}: x-webhook and the field payload of ${payload} go together`);
    return { type, payload, schema, document, summary, webhook, example };
  });
}

export function schemaNamed(document: EventDocument, name: string): Schema {
  const schema = document.components.schemas[name];
  if (schema === undefined) throw new Error(`events: schema ${name} is missing`);
  return schema;
}

/** For what reads schemas of OpenAPI documents. */
export const asDocument = (document: EventDocument): Document => document as unknown as Document;
