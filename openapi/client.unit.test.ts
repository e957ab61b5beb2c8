import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { prepareClient } from './client.ts';
import type { Document, Operation, Schema } from './document.ts';

const gid = { name: 'gid', in: 'path', required: true, schema: { type: 'string' } } as const;
const userGid = { ...gid, name: 'userGid' };
const created = { description: '', headers: { Location: { schema: { type: 'string' } } } };
const read = (operationId: string): Operation => ({
  operationId,
  responses: { '200': { description: '', content: { 'application/json': { schema: { type: 'object' } } } } },
});
const creation = (operationId: string, more: Partial<Operation> = {}): Operation => ({
  operationId,
  responses: { '201': created },
  ...more,
});

const documentOf = (location: string): Document =>
  ({
    openapi: '3.1.0',
    info: { title: 'x', version: '1' },
    paths: {
      '/v1/things': { post: creation('createThing') },
      '/v1/things/{gid}': { parameters: [gid], get: read('getThing') },
      '/v1/things/{gid}/shares': { parameters: [gid], post: creation('shareThing') },
      '/v1/things/{gid}/shares/{userGid}': { parameters: [gid, userGid], get: read('getShare') },
      '/v1/things/{gid}/address': { parameters: [gid], post: creation('createAddress'), get: read('getAddress') },
      '/v1/copies': { post: creation('copyThing', { 'x-location': location }) },
      '/v1/things/{gid}/import': { parameters: [gid], get: { ...read('importThings'), responses: { '202': read('').responses['200']! } } },
    },
    components: {},
  }) as unknown as Document;

/** What the generator is given of each operation, by its name. */
function generated(location: string): Record<string, { signature: string; entry: string }> {
  const document = prepareClient(documentOf(location)).document as { paths: object };
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item as object)) as Record<string, string & string[]>[];
  return Object.fromEntries(
    operations.map(({ 'x-signatures': signatures, 'x-entry': entry }) => [
      entry!.split(':')[0],
      { signature: signatures![0]!, entry: entry! },
    ]),
  );
}

describe('the client', () => {
  test('answers a gid for what is created where the path of it ends with its own, and else its path alone', () => {
    const answers = Object.entries(generated('/v1/things/{gid}')).map(([name, { signature }]) => [
      name,
      /Promise<(\w+)/.exec(signature)?.[1],
    ]);
    assert.deepEqual(Object.fromEntries(answers.filter(([, answer]) => /^(Created|Located)$/.test(answer!))), {
      createThing: 'Created',
      copyThing: 'Created',
      shareThing: 'Located',
      createAddress: 'Located',
    });
    assert.throws(() => prepareClient(documentOf('/v1/nowhere/{gid}')), /copyThing: x-location names no path of the document/);
  });

  test('has a type for what each webhook is told, and none where there are no webhooks', () => {
    const event: Schema = { $ref: '#/components/schemas/ThingMadeEvent' };
    const told = {
      ...documentOf('/v1/things/{gid}'),
      components: { schemas: { ThingMadeEvent: { type: 'object', properties: { type: { const: 'thing.made' } } } } },
      webhooks: {
        'thing.made': {
          post: { operationId: 'onThingMade', requestBody: { content: { 'application/json': { schema: event } } }, responses: {} },
        },
      },
    };
    const { webhookEvents, modelImports } = prepareClient(told).properties;
    assert.deepEqual([webhookEvents, modelImports], ["'thing.made': ThingMadeEvent;", 'ThingMadeEvent']);
    assert.equal(prepareClient(documentOf('/v1/things/{gid}')).properties['webhookEvents'], false);
  });

  test('knows that a GET that begins something is no mere read', () => {
    const { importThings, getThing } = generated('/v1/things/{gid}');
    assert.deepEqual([importThings, getThing].map((made) => made!.entry.includes('isWriting: true')), [true, false]); // prettier-ignore
  });
});
