/** The AsyncAPI documents in openapi/events, as they are read by what is made from them. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import type { Document, Json, Schema } from './document.ts';
import { referenceName } from './document.ts';

interface Channel {
  address: string;
  messages: Record<string, { $ref: string }>;
}

export interface EventDocument {
  /** What the service reads of others, by channel; see follows.ts. */
  'x-follows'?: Record<string, Record<string, string[]> | { from: string; types: string[] }>;
  channels: Record<string, Channel>;
  components: { messages: Record<string, MessageDocument>; schemas: Record<string, Schema> };
}

interface MessageDocument {
  summary?: string;
  payload: { $ref: string };
  /** What partners are told of a fact, by the names of its parts. */
  'x-webhook'?: Record<string, WebhookPart>;
  /** What an example of it shows, where the golden corpus has none; see event-examples.ts. */
  'x-webhook-example'?: WebhookExample;
}

/**
 * A schema of the service's OpenAPI document: as it is, without the fields that depend on who reads, or as it is to some and to the others
 * only with the named fields.
 */
export type WebhookPart = string | { schema: string; without: string[] } | { schema: string; orOnly: string[] };

/** Fields of an event's parts, over those of another event that the golden corpus has. */
export interface WebhookExample {
  like?: string;
  parts?: Record<string, Record<string, Json>>;
}

/** By service. */
export type EventDocuments = ReadonlyMap<string, EventDocument>;

/** One message of a channel: its CloudEvents type and its payload's schema, with the document that both stand in. */
export interface Message {
  type: string;
  payload: string;
  schema: Schema;
  document: EventDocument;
  summary: string | undefined;
  /** What partners are told, if they are: its `x-webhook`. */
  webhook?: Record<string, WebhookPart> | undefined;
  /** Its `x-webhook-example`. */
  example?: WebhookExample | undefined;
}

/** Every event document of a folder; none if there is no such folder. */
export function readEventDocuments(folder: string): EventDocuments {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.yaml')) : [];
  return new Map(files.sort().map((name) => [basename(name, '.yaml'), parse(readFileSync(join(folder, name), 'utf8')) as EventDocument]));
}

/** The messages of a channel, wherever it is described; undefined if no document describes it. Throws where a reference leads nowhere. */
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
    if ((webhook !== undefined) !== (schema.properties?.['shown'] !== undefined))
      throw new Error(`events/${owner}.yaml: ${type}: x-webhook and the field shown of ${payload} go together`);
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
