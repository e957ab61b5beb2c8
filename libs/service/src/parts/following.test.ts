import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { createEvent, type Message, type Transport, type Writer } from '@partner-ordering/messaging';
import { newGid } from '@partner-ordering/kernel';
import { eventually, gidOf, testService, type ApiClient, type TestService } from '@partner-ordering/testing';
import { createNotes, refusedWords } from '@partner-ordering/testing/notes';
import type { ServiceConfig } from './service-definition.ts';

// Notes follow a fact of catalog from its end: each praise of a product adds words to a note.

/** The fact, as catalog's relay would append it. */
function praised(note: string, words: string): Message {
  const fact = { type: 'product.praised', key: 'p', data: { note, words } };
  return { key: 'product/p', value: JSON.stringify(createEvent(fact, { service: 'catalog', now: new Date() })) };
}

describe('facts of another service', () => {
  let config: ServiceConfig;
  let catalog: Writer;
  let service: TestService;
  let user: ApiClient & { gid: string };
  before(async () => {
    service = await testService('notes', async (given) => {
      config = given;
      catalog ??= (await given.transport?.begin('catalog')) as Writer;
      return createNotes(given);
    });
    user = await service.signIn();
    await eventually(async () => assert.notDeepEqual(await offsets(), []));
  });
  after(() => service.stop());
  afterEach(() => refusedWords.clear());

  const query = (text: string, values: unknown[] = []) => service.service.database.query<Record<string, unknown>>({ text, values });
  const offsets = () => query(`select position from consumer_offset where topic = 'catalog.facts'`);
  const newNote = async (title: string): Promise<string> => gidOf(await user.create('/v1/notes', { title }));
  const reads = (note: string, words: string): Promise<void> =>
    eventually(async () => assert.equal((await user.get(`/v1/notes/${note}`)).body.description, words));

  test('facts are handled in order, each once, and the changes of the handler are published', async () => {
    const note = await newNote('Loaf');
    const { version: created } = (await service.state('note', note))!;
    const facts = ['one', 'two', 'three'].map((words) => praised(note, words));
    await catalog.append('catalog.facts', [facts[0]!, facts[0]!, facts[1]!]);
    await catalog.append('catalog.facts', [facts[1]!, facts[2]!]);
    await reads(note, 'one two three ');
    assert.ok((await service.state('note', note))!.version > created);
  });

  test('a fact whose handler fails is set aside, the next ones follow, and a replay handles it later', async () => {
    const note = await newNote('Crust');
    refusedWords.add('hard');
    await catalog.append('catalog.facts', [praised(note, 'golden'), praised(note, 'hard'), praised(note, 'thin')]);
    await reads(note, 'golden thin ');
    refusedWords.clear();
    await eventually(async () => assert.equal((await service.service.replay()).handled, 1));
    await reads(note, 'golden thin hard ');
    assert.deepEqual(await service.service.replay(), { handled: 0, passedOver: 1, failed: 0 });
  });

  test('a service that follows a fact without a handler does not start', async () => {
    const misfit = await createNotes(config, undefined, { handlers: {} });
    await assert.rejects(misfit.start({ port: 0, host: '127.0.0.1' }), /notes follows product\.praised without a handler/);
    await misfit.stop();
  });

  test('events wait until the log, silent at the start, shows that the database was not restored, or it is accepted', async (t) => {
    let newest: Transport['newest'] = async () => Promise.reject(new Error('silent'));
    let subscriptions = 0;
    const restored = await testService('notes', (given) => {
      const subscribe: Transport['subscribe'] = (options) => (subscriptions++, given.transport.subscribe(options));
      return createNotes({ ...given, transport: { ...given.transport, newest: (topic) => newest(topic), subscribe } });
    });
    t.after(() => restored.stop());
    const writer = await restored.signIn();
    const write = async (): Promise<number> => (await writer.post('/v1/notes', { title: newGid() })).status;
    assert.equal(await write(), 201);
    const lost = createEvent({ type: 'note.state', key: newGid(), data: {} }, { service: 'notes', now: new Date(Date.now() + 1_000) });
    const value = JSON.stringify({ ...lost, dataversion: Date.now() + 1_000 });
    newest = async (topic) => [{ topic, partition: 0, position: 1, key: lost.subject, value, writtenMs: Date.now() }];
    await eventually(async () => assert.equal(await write(), 503), { timeoutMs: 20_000 });
    assert.equal(subscriptions, 0);
    newest = async () => [];
    await restored.service.acceptRestore();
    await eventually(async () => assert.deepEqual([await write(), subscriptions], [201, 1]), { timeoutMs: 20_000 });
  });
});
