import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '@partner-ordering/data';
import { managerOf, newGid } from '@partner-ordering/kernel';
import { gidOf, recordOutbox, testService, type ApiClient, type RecordedEvent, type TestService } from '@partner-ordering/testing';
import { createNotes, notes } from '@partner-ordering/testing/notes';
import { part, type AnyWebhookPayloads } from './publications.ts';

/** Number of times that a note was read for a fact. */
let reads = 0;
const count = { ...notes.fields.count, value: () => ((reads += 1), sql`n.count`) };
const counted: typeof notes = { ...notes, fields: { ...notes.fields, count } };

const reader = managerOf(newGid());

const reference = part(counted, { only: ['gid', 'count', 'title'] });
const whole = part(notes, { without: ['owner'] });

const webhookPayloads: AnyWebhookPayloads = {
  'note.written': (_fact, key) => ({
    as: reader,
    parts: { note: reference(key), again: reference(key), all: whole(key) },
  }),
  'note.deleted': (_fact, key) => ({ as: reader, parts: { note: reference(key) }, isOfRemoved: true }),
};

describe('the webhook payload of a fact', () => {
  let service: TestService;
  let user: ApiClient;
  let outbox: () => Promise<RecordedEvent[]>;
  before(async () => {
    service = await testService('notes', (config) => createNotes(config, undefined, { webhookPayloads }));
    user = await service.signIn();
    outbox = await recordOutbox(service.service.database);
  });
  after(() => service.stop());

  /** The data of the facts that `work` publishes. */
  async function factsOf(work: () => Promise<unknown>): Promise<{ payload: string }[]> {
    const before = (await outbox()).length;
    await work();
    const facts = (await outbox()).slice(before).filter(({ topic }) => topic === 'notes.facts');
    return facts.map(({ event }) => event.data as { payload: string });
  }

  test('a payload is read after the changes of its transaction, as text in the order of the resource', async () => {
    let href = '';
    const [fact] = await factsOf(async () => void (href = await user.create('/v1/notes', { title: 'Told', count: 2 })));
    const { owner: _, ...all } = (await user.get(href)).body;
    const note = `{"gid":"${gidOf(href)}","count":2,"title":"Told"}`;
    assert.equal(fact!.payload, `{"note":${note},"again":${note},"all":${JSON.stringify(all)}}`);
  });

  test('a payload is read once, however often it is used, and never for a dry run or a refusal', async () => {
    const before = reads;
    await user.post('/v1/notes?dry_run=true', { title: 'Dry run' });
    await user.post('/v1/trials/write-then-refuse', {});
    assert.equal(reads, before);
    await user.create('/v1/notes', { title: 'Read' });
    assert.equal(reads, before + 1);
  });

  test('the payload of a removed row has its last values', async () => {
    const href = await user.create('/v1/notes', { title: 'told', count: 7 });
    const [fact] = await factsOf(() => user.delete(href));
    assert.equal(fact!.payload, `{"note":{"gid":"${gidOf(href)}","count":7,"title":"told"}}`);
  });

  test('500 for a fact whose payload its reader may not see, and nothing is stored', async () => {
    assert.equal((await user.post('/v1/notes', { title: 'hidden' })).status, 500);
    assert.equal((await user.get('/v1/notes')).body.items.filter(({ title }: { title: string }) => title === 'hidden').length, 0);
  });

  test('a payload that cannot be read fails its transaction, so that partners miss no event', async () => {
    const strict = await testService('notes', (config) =>
      createNotes(config, undefined, { webhookPayloads: { 'note.written': () => ({ as: reader, parts: { note: reference(newGid()) } }) } }),
    );
    try {
      const somebody = await strict.signIn();
      assert.equal((await somebody.post('/v1/notes', { title: 'Lost' })).status, 500);
      assert.equal((await somebody.get('/v1/notes')).body.total_count, 0);
    } finally {
      await strict.stop();
    }
  });
});
