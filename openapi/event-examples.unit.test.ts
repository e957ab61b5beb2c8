import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Document, Json } from './document.ts';
import type { EventDocument, EventDocuments } from './event-documents.ts';
import { addEventExamples, eventsIn } from './event-examples.ts';

const organization = '019a0000-0000-7000-8000-0000000000a1';
const envelopeOf = (type: string) => JSON.stringify({ id: '<gid:2>', time: '<instant>', type });
const recorded = (type: string, shown: string, more = '"organization": "<gid:3>"') =>
  `event things.facts thing/<gid:1>\n${envelopeOf(type)}\n{\n  "gid": "<gid:1>",\n  "shown": ${JSON.stringify(shown)},\n  ${more}\n}\n`;

/** Things, of which partners are told by their `thing`. */
function eventsWith(messages: Record<string, object>): EventDocuments {
  const of = (type: string) => ({ $ref: `#/components/messages/${type}` });
  const document = {
    channels: { facts: { address: 'things.facts', messages: Object.fromEntries(Object.keys(messages).map((type) => [type, of(type)])) } },
    components: {
      messages: Object.fromEntries(
        Object.entries(messages).map(([type, more]) => [
          type,
          { payload: { $ref: '#/components/schemas/Fact' }, 'x-webhook': { thing: 'Thing' }, ...more },
        ]),
      ),
      schemas: { Fact: { type: 'object', properties: { shown: { type: 'string' } } } },
    },
  };
  return new Map([['things', document as EventDocument]]);
}

describe('examples of events', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'corpus-'));
    mkdirSync(join(folder, 'things'));
    const text = ['{"thing":{"gid":"<gid:1>","size":1}}', '{"thing":{"gid":"<gid:1>","size":2}}'].map((shown) =>
      recorded('thing.made', shown),
    );
    writeFileSync(join(folder, 'things/makeThing.http'), text.join('\n'));
  });
  after(() => rmSync(folder, { recursive: true }));

  function exampleOf(messages: Record<string, object>, type: string): Json | undefined {
    const webhooks = Object.fromEntries(
      Object.keys(messages).map((name) => [name, { post: { requestBody: { content: { 'application/json': {} } } } }]),
    );
    const document = { webhooks } as unknown as Document;
    addEventExamples(document, eventsWith(messages), folder, ['things']);
    return document.webhooks![type]!.post!.requestBody!.content['application/json']!.example;
  }

  test('are what facts of the corpus have shown, with values for the placeholders', () => {
    const shown = '{"thing":{"gid":"<gid:1>","text":"<p>Small</p>","seen":<lastSeen>}}';
    const texts = [
      recorded('thing.made', shown),
      recorded('project.made', '{}', '"organizations": [\n    "<gid:4>",\n    "<gid:5>"\n  ]'),
      recorded('thing.sold', '{}', '"project": "<gid:6>",\n  "organization": "<gid:3>"'),
      recorded('thing.seen', '').replace(/ {2}"shown".*\n/, ''),
    ];
    const events = eventsIn(`### 201 made\n\nPOST /v1/things\n\nHTTP/1.1 201 Created\n\n${texts.join('\n')}`);
    assert.deepEqual(events[0], {
      id: '019b0000-0000-7000-8000-000000000002',
      type: 'thing.made',
      timestamp: '2026-11-20T09:30:00+0000',
      organization: { gid: '019b0000-0000-7000-8000-000000000003', href: '/v1/organizations/019b0000-0000-7000-8000-000000000003' },
      sequence: null,
      data: { thing: { gid: '019b0000-0000-7000-8000-000000000001', text: '<p>Small</p>', seen: '2026-11-20T09:30:00+0000' } },
    });
    assert.deepEqual(
      events.slice(1).map((event) => [event.type, event.organization.gid.slice(-1), event.sequence]),
      [
        ['project.made', '4', 1],
        ['thing.sold', '3', 1],
      ],
    );
  });

  test('are the first that was recorded of each type', () => {
    const { data } = exampleOf({ 'thing.made': {} }, 'thing.made') as { data: Json };
    assert.deepEqual(data, { thing: { gid: '019b0000-0000-7000-8000-000000000001', size: 1 } });
  });

  test('of what was not recorded are what is written, over what another event shows', () => {
    const messages = { 'thing.made': {}, 'thing.lost': { 'x-webhook-example': { like: 'thing.made', parts: { thing: { size: 0 } } } } };
    const { type, data } = exampleOf(messages, 'thing.lost') as { type: string; data: Json };
    assert.deepEqual([type, data], ['thing.lost', { thing: { gid: '019b0000-0000-7000-8000-000000000001', size: 0 } }]);
    const other = { 'x-webhook-example': { parts: { thing: { size: 7 } } } };
    const made = exampleOf({ 'thing.made': {}, 'thing.lost': other }, 'thing.lost') as { organization: { gid: string }; data: Json };
    assert.deepEqual([made.organization.gid, made.data], [organization, { thing: { size: 7 } }]);
  });
});
