import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Document, Schema } from './document.ts';
import type { EventDocument, EventDocuments, WebhookPart } from './event-documents.ts';
import { publicBundle } from './public-bundle.ts';
import { withWebhooks } from './webhooks.ts';

const text = { type: 'string' };
const object = (properties: Record<string, Schema>): Schema => ({ type: 'object', required: Object.keys(properties), properties });
const documentOf = (schemas: Record<string, Schema>): Document =>
  ({ openapi: '3.1.0', info: { title: 'x', version: '1' }, paths: {}, components: { schemas } }) as Document;

/** A service with things, and the one that tells partners of them. */
function documentsOf(filter: readonly string[] = ['thing.made', 'thing.*']): Map<string, Document> {
  const message = {
    allOf: [{ $ref: '#/components/schemas/Text' }, object({ mine: { type: 'boolean' }, thing: { $ref: '#/components/schemas/Thing' } })],
  };
  return new Map([
    ['ordering', documentOf({ Thing: object({ gid: text }), Text: object({ text }), Message: message, Unused: text })],
    [
      'notifications',
      documentOf({
        ...{ EventId: text, EventSequence: { type: ['integer', 'null'] }, DateTime: { $ref: '#/components/schemas/Time' }, Time: text },
        ...{ Gid: text, Href: text },
        EventFilter: { type: 'string', enum: [...filter] },
      }),
    ],
  ]);
}

/** What ordering publishes: a fact that partners are told of, and one of which they are not. */
function eventsWith(told: Record<string, WebhookPart>): EventDocuments {
  const message = (type: string) => ({ $ref: `#/components/messages/${type}` });
  const payload = { $ref: '#/components/schemas/Fact' };
  const document: EventDocument = {
    channels: {
      facts: { address: 'ordering.facts', messages: { 'thing.made': message('thing.made'), 'thing.seen': message('thing.seen') } },
    },
    components: {
      messages: {
        'thing.made': { summary: 'A thing was made.', payload: { $ref: '#/components/schemas/Told' }, 'x-webhook': told },
        'thing.seen': { payload },
      },
      schemas: { Fact: object({}), Told: object({ shown: text }) },
    },
  };
  return new Map([['ordering', document]]);
}

describe('the webhooks of the public document', () => {
  test('are made of the facts with x-webhook, with all that their parts refer to', () => {
    const documents = documentsOf();
    const before = structuredClone(documents);
    const { webhooks, components } = publicBundle(withWebhooks(documents, eventsWith({ thing: 'Thing' })));
    assert.deepEqual(documents, before, 'the given ones stay as they are');
    assert.deepEqual(Object.keys(webhooks!), ['thing.made', 'webhook.check']);
    const { operationId, summary, security, requestBody, parameters } = webhooks!['thing.made']!.post!;
    assert.deepEqual([operationId, summary, security], ['onThingMade', 'A thing was made.', []]);
    assert.deepEqual(requestBody!.content['application/json']!.schema, { $ref: '#/components/schemas/ThingMadeEvent' });
    assert.deepEqual(parameters!.map(({ name }) => name), ['webhook-id', 'webhook-timestamp', 'webhook-signature']); // prettier-ignore
    const schemas = components.schemas!;
    assert.deepEqual(Object.keys(schemas), [
      ...['DateTime', 'EventId', 'EventSequence', 'Gid', 'Href', 'Thing', 'ThingMadeEvent', 'Time', 'WebhookCheckEvent'],
    ]);
    const { properties, required, additionalProperties } = schemas['ThingMadeEvent']!;
    assert.deepEqual(required, ['id', 'type', 'timestamp', 'organization', 'sequence', 'data']);
    assert.equal(additionalProperties, false);
    assert.deepEqual(properties!['type'], { const: 'thing.made' });
    assert.deepEqual(properties!['data']!.properties, { thing: { $ref: '#/components/schemas/Thing' } });
  });

  test('leave out of a part what depends on who reads', () => {
    const parts = { thing: 'Thing', message: { schema: 'Message', without: ['mine'] } };
    const { components } = publicBundle(withWebhooks(documentsOf(), eventsWith(parts)));
    const { MessageInEvents, ThingMadeEvent } = components.schemas!;
    assert.deepEqual(ThingMadeEvent!.properties!['data']!.properties!['message'], { $ref: '#/components/schemas/MessageInEvents' });
    assert.deepEqual(MessageInEvents!.properties, { text, thing: { $ref: '#/components/schemas/Thing' } });
    assert.deepEqual(MessageInEvents!.required, ['text', 'thing']);
    assert.equal(components.schemas!['Message'], undefined);
  });

  test('show a part whole, or to some only the named fields', () => {
    const parts = { message: { schema: 'Message', orOnly: ['text'] } };
    const { components } = publicBundle(withWebhooks(documentsOf(), eventsWith(parts)));
    const { Message, ShortMessage, ThingMadeEvent } = components.schemas!;
    const either = ['Message', 'ShortMessage'].map((name) => ({ $ref: `#/components/schemas/${name}` }));
    assert.deepEqual(ThingMadeEvent!.properties!['data']!.properties!['message'], { oneOf: either });
    assert.ok(Message);
    const { properties, required, additionalProperties } = ShortMessage!;
    assert.deepEqual([properties, required, additionalProperties], [{ text }, ['text'], false]);
  });

  test('are named with their place where a part does not exist', () => {
    const refused = (part: WebhookPart, message: string) =>
      assert.throws(() => withWebhooks(documentsOf(), eventsWith({ part })), {
        message: `events/ordering.yaml: thing.made: x-webhook ${message}`,
      });
    refused('Project', 'names Project, which the document of the service does not have');
    refused({ schema: 'Message', without: ['mine', 'rank'] }, 'names rank of Message, which has no such field');
    refused({ schema: 'Message', orOnly: ['text', 'rank'] }, 'names rank of Message, which has no such field');
    refused({ schema: 'Unused', without: ['rank'] }, 'names rank of Unused, which has no such field');
  });

  test('are those that clients can choose, and no others', () => {
    const chosenFrom =
      (...filter: string[]) =>
      () =>
        withWebhooks(documentsOf(filter), eventsWith({ thing: 'Thing' }));
    assert.throws(chosenFrom('thing.made'), { message: 'notifications.yaml: EventFilter lacks thing.*' });
    assert.throws(chosenFrom('thing.*', 'thing.made', 'thing.seen'), {
      message: 'notifications.yaml: EventFilter has thing.seen, but no fact has x-webhook for it',
    });
  });

  test('are none without the service that tells partners', () => {
    const documents = new Map([...documentsOf()].slice(0, 1));
    assert.equal(publicBundle(withWebhooks(documents, eventsWith({ thing: 'Thing' }))).webhooks, undefined);
  });
});
