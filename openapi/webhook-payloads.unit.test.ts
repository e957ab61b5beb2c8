import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { stringify } from 'yaml';
import { eventTypes } from './events.ts';

/** A document with one fact, of which partners are told `webhook`. */
const documentOf = (webhook: object | undefined, fields: string[]) => ({
  channels: { facts: { address: 'things.facts', messages: { 'thing.sold': { $ref: '#/components/messages/thing.sold' } } } },
  components: {
    messages: { 'thing.sold': { ...(webhook && { 'x-webhook': webhook }), payload: { $ref: '#/components/schemas/Sale' } } },
    schemas: { Sale: { type: 'object', properties: Object.fromEntries(fields.map((field) => [field, { type: 'string' }])) } },
  },
});

describe('what partners are told of a fact', () => {
  let folder: string;
  before(() => (folder = mkdtempSync(join(tmpdir(), 'shown-'))));
  after(() => rmSync(folder, { recursive: true }));

  function generated(webhook: object | undefined, fields: string[]): string {
    writeFileSync(join(folder, 'things.yaml'), stringify(documentOf(webhook, fields)));
    return eventTypes(folder).get('things')!;
  }

  test('needs the field that carries it, and the field needs it', () => {
    const message = /events\/things\.yaml: thing\.sold: x-webhook and the field shown of Sale go together/;
    assert.throws(() => generated({ thing: 'Thing' }, ['gid']), message);
    assert.throws(() => generated(undefined, ['gid', 'shown']), message);
  });
});
