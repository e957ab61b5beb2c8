import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Document, Schema } from '@partner-ordering/openapi';
import type { EventDocument, EventDocuments, WebhookPart } from './event-documents.ts';
import { withWebhooks } from './webhooks.ts';

const text = { type: 'string' };
const object = (properties: Record<string, Schema>): Schema => ({ type: 'object', required: Object.keys(properties), properties });
const documentOf = (schemas: Record<string, Schema>): Document =>
  ({ openapi: '3.1.0', info: { title: 'x', version: '1' }, paths: {}, components: { schemas } }) as Document;

/** The documents of ordering, which has things, and of notifications, which sends webhooks. */
function documentsOf(filter: readonly string[] = ['thing.made', 'thing.*']): Map<string, Document> {
  const message = object({ mine: { type: 'boolean' }, text });
  return new Map([
    ['ordering', documentOf({ Thing: object({ gid: text }), Message: message, Unused: text })],
    [
      'notifications',
      documentOf({
        EventId: text,
        EventSequence: { type: ['integer', 'null'] },
        DateTime: text,
        EventOrganization: object({}),
        EventFilter: { type: 'string', enum: [...filter] },
      }),
    ],
  ]);
}

/** The events of ordering: one fact with a webhook and one without. */
function eventsWith(parts: Record<string, WebhookPart>): EventDocuments {
  const message = (type: string) => ({ $ref: `#/components/messages/${type}` });
  const payload = { $ref: '#/components/schemas/Fact' };
  const document: EventDocument = {
    channels: {
      facts: { address: 'ordering.facts', messages: { 'thing.made': message('thing.made'), 'thing.seen': message('thing.seen') } },
    },
    components: {
      messages: {
        'thing.made': { summary: 'A thing was made.', payload: { $ref: '#/components/schemas/Told' }, 'x-webhook': parts },
        'thing.seen': { payload },
      },
      schemas: { Fact: object({}), Told: object({ payload: text }) },
    },
  };
  return new Map([['ordering', document]]);
}

describe('the webhooks of the public document', () => {
  test('a part of a webhook that does not exist is named with its place', () => {
    const assertRefused = (part: WebhookPart, message: string) =>
      assert.throws(() => withWebhooks(documentsOf(), eventsWith({ part })), {
        message: `events/ordering.yaml: thing.made: x-webhook ${message}`,
      });
    assertRefused('Project', 'names Project, which the document of the service does not have');
    assertRefused({ schema: 'Message', without: ['mine', 'rank'] }, 'names rank of Message, which has no such field');
    assertRefused({ schema: 'Message', orOnly: ['text', 'rank'] }, 'names rank of Message, which has no such field');
    assertRefused({ schema: 'Unused', without: ['rank'] }, 'names rank of Unused, which has no such field');
  });

  test('webhooks are exactly those that clients can choose', () => {
    const withFilter =
      (...filter: string[]) =>
      () =>
        withWebhooks(documentsOf(filter), eventsWith({ thing: 'Thing' }));
    assert.throws(withFilter('thing.made'), { message: 'notifications.yaml: EventFilter lacks thing.*' });
    assert.throws(withFilter('thing.*', 'thing.made', 'thing.seen'), {
      message: 'notifications.yaml: EventFilter has thing.seen, but no fact has x-webhook for it',
    });
  });

  test('x-webhook and the field `payload` need each other', () => {
    const message = /events\/ordering\.yaml: thing\.(made|seen): x-webhook and the field payload of (Told|Fact) go together/;
    const without = (schema: string, replacement: Schema): EventDocuments => {
      const documents = eventsWith({ thing: 'Thing' });
      documents.get('ordering')!.components.schemas[schema] = replacement;
      return documents;
    };
    assert.throws(() => withWebhooks(documentsOf(), without('Told', object({}))), message);
    assert.throws(() => withWebhooks(documentsOf(), without('Fact', object({ payload: text }))), message);
  });
});
