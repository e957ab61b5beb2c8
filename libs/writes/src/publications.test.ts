import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { defineEntity, p } from '@mikro-orm/postgresql';
import { markModified, modifiedAt, sql } from '@partner-ordering/data';
import { newGid } from '@partner-ordering/kernel';
import { readState } from '@partner-ordering/messaging';
import { gidOf, recordOutbox, testService, type ApiClient, type RecordedEvent, type TestService } from '@partner-ordering/testing';
import { createNotes, Note, NoteSchema } from '@partner-ordering/testing/notes';
import { stateOfRow } from './publications.ts';

describe('publications of a service', () => {
  let service: TestService;
  let user: ApiClient & { gid: string };
  let outbox: () => Promise<RecordedEvent[]>;
  before(async () => {
    service = await testService('notes', createNotes);
    user = await service.signIn();
    outbox = await recordOutbox(service.service.database);
  });
  after(() => service.stop());

  const published = async (work: () => Promise<unknown>): Promise<RecordedEvent[]> => {
    const before = await outbox();
    await work();
    return (await outbox()).slice(before.length);
  };
  const short = (rows: RecordedEvent[]) => rows.map(({ topic, event: { type, data } }) => [topic, type, data]);
  const known = async (gid: string) => (await readState(service.service.database, 'note', gid))!;

  test('a creation publishes the new state and the facts of its operation', async () => {
    let gid = '';
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const rows = await published(async () => {
      const { headers } = await user.post('/v1/notes', { title: 'New', count: 2 }, { headers: { traceparent } });
      gid = gidOf(headers.get('location')!);
    });
    assert.deepEqual(short(rows), [
      ['notes.state', 'note.state', { gid, title: 'New', count: 2 }],
      ['notes.facts', 'note.written', { title: 'New' }],
    ]);
    for (const { event } of rows)
      assert.deepEqual([event.subject, event.traceparent, event.source], [`note/${gid}`, traceparent, '/services/notes']);
    assert.deepEqual((await known(gid)).state, { gid, title: 'New', count: 2 });
  });

  test('a change publishes the new state, and a deletion a tombstone', async () => {
    const href = await user.create('/v1/notes', { title: 'Changing' });
    const gid = gidOf(href);
    assert.deepEqual(short(await published(() => user.put(href, { count: 5 }))), [
      ['notes.state', 'note.state', { gid, title: 'Changing', count: 5 }],
    ]);
    assert.deepEqual(short(await published(() => user.delete(href))), [['notes.state', 'note.state', null]]);
    assert.deepEqual((await known(gid)).state, null);
  });

  test('nothing is published without a change, without a commit or for a dry run', async () => {
    const href = await user.create('/v1/notes', { title: 'Unchanged', count: 5 });
    const rows = await published(async () => {
      await user.get(href);
      await user.put(href, { title: 'Unchanged', count: 5 });
      await user.put(href, { count: 1 }, { headers: { 'if-match': '"stale"' } });
      for (const kind of ['write-then-refuse', 'constraint', 'fault', 'right-body']) await user.post(`/v1/trials/${kind}`, {});
      await user.post('/v1/notes?dry_run=true', { title: 'Dry run' });
      await user.post('/v1/notes', { title: 'Unchanged' });
    });
    assert.deepEqual(short(rows), []);
    const found = await service.service.database.query({
      text: `select from note where title in ('rolled back', 'twice', 'Dry run')`,
      values: [],
    });
    assert.deepEqual(found, []);
  });

  test('a new time of change alone is not written, unless another column changes too or the row is marked', async () => {
    const { write } = service.service;
    const gid = gidOf(await user.create('/v1/notes', { title: 'Timed' }));
    const timed = async (work: (note: Note, flush: () => Promise<void>) => unknown) => {
      await write(async ({ em }) => void (await work(await em.findOneOrFail(Note, { gid }), () => em.flush())));
      return service.isModified('note', gid);
    };
    const later = new Date(Date.now() + 1000);
    assert.equal(await timed((note) => (note.modifiedAt = later)), false);
    const followed = timed(async (note, flush) => {
      note.modifiedAt = later;
      await flush();
      note.count = 1;
    });
    assert.equal(await followed, true);
    await service.service.database.query({ text: 'update note set modified_at = null', values: [] });
    assert.equal(await timed((note) => markModified(note, later)), true);
  });

  test('a time of change only grows, though an instance has dated the creation or the last change ahead', async () => {
    const { database, write } = service.service;
    const now = new Date();
    const ahead = new Date(now.getTime() + 400_000);
    const gid = gidOf(await user.create('/v1/notes', { title: 'Ahead' }));
    const timeAfter = async (change: () => Promise<unknown>): Promise<number> => {
      await change();
      const [row] = await database.query<{ at: string }>(sql`select modified_at as at from note where gid = ${gid}`);
      return Date.parse(row!.at) - ahead.getTime();
    };
    const entity = (work: (note: Note) => void) => () => write(async ({ em }) => work(await em.findOneOrFail(Note, { gid })));
    await database.query(sql`update note set created_at = ${ahead} where gid = ${gid}`);
    assert.equal(await timeAfter(entity((note) => Object.assign(note, { count: 7, modifiedAt: now }))), 1);
    assert.equal(await timeAfter(entity((note) => markModified(note, now))), 2);
    assert.equal(await timeAfter(() => database.query(sql`update note set modified_at = ${modifiedAt(now)} where gid = ${gid}`)), 3);
  });

  test('a write of the service itself publishes states like an operation', async () => {
    const note = Note.create(newGid(), { title: 'System' }, new Date());
    const rows = await published(() => service.service.write(async (tx) => void tx.em.persist(note)));
    assert.deepEqual(short(rows), [['notes.state', 'note.state', { gid: note.gid, title: 'System', count: 0 }]]);
    await assert.rejects(
      service.service.write(async (tx) => {
        tx.em.persist(Note.create(newGid(), { title: 'Never' }, new Date()));
        await tx.em.flush();
        throw new Error('changed my mind');
      }),
      /changed my mind/,
    );
    assert.equal(
      (await outbox()).some(({ event }) => JSON.stringify(event).includes('Never')),
      false,
    );
  });

  test('a state made of one row is published again only if the row is locked', async () => {
    const href = await user.create('/v1/notes', { title: 'Again' });
    const gid = gidOf(href);
    const again = (options?: { isLocked: true }) =>
      service.service.write(async (_tx, context) => context.publishAgain('note', gid, options));
    await assert.rejects(again(), /note is made of one row, which must be locked/);
    assert.deepEqual(short(await published(() => again({ isLocked: true }))), [
      ['notes.state', 'note.state', { gid, title: 'Again', count: 0 }],
    ]);
  });

  test('a row that a new one with the same unique value replaces leaves a tombstone', async () => {
    const schema = defineEntity({
      name: 'Note',
      tableName: 'note',
      properties: { ...NoteSchema.properties, title: p.string().unique() },
    });
    class UniqueNote extends schema.class {}
    schema.setClass(UniqueNote);
    const of = ({ gid, title, count }: UniqueNote) => ({ gid, title, count });
    const own = await testService('notes', (config) =>
      createNotes(config, undefined, { entities: [schema], states: [stateOfRow('note', UniqueNote, { key: 'gid', of })] }),
    );
    const noted = (count: number) =>
      Object.assign(new UniqueNote(), Note.create(user.gid, { title: 'One of its kind', count }, new Date()));
    const [old, fresh] = [noted(1), noted(2)];
    await own.service.write(async ({ em }) => void em.persist(old));
    await own.service.write(async ({ em }) => {
      em.remove(await em.findOneOrFail(UniqueNote, { gid: old.gid }));
      em.persist(fresh);
    });
    const states = [(await own.state('note', old.gid))?.state, (await own.state('note', fresh.gid))?.state];
    await own.stop();
    assert.deepEqual(states, [null, { gid: fresh.gid, title: 'One of its kind', count: 2 }]);
  });

  test('concurrent changes leave the last committed state under the highest version', async () => {
    const href = await user.create('/v1/notes', { title: 'Busy' });
    const gid = gidOf(href);
    const answers = await Promise.all(Array.from({ length: 30 }, (_, count) => user.put(href, { count: count + 20 })));
    const changes = answers.filter(({ status }) => status === 204).length;
    assert.equal(changes, 30);
    const { count } = (await user.get(href)).body as { count: number };
    assert.deepEqual((await known(gid)).state, { gid, title: 'Busy', count });
    const events = (await outbox()).filter(({ event }) => event.subject === `note/${gid}` && event.dataversion !== undefined);
    const versions = events.map(({ event }) => event.dataversion!);
    assert.ok(versions.length === 31 && versions.every((version, index) => index === 0 || version > versions[index - 1]!));
    assert.equal((await known(gid)).version, versions.at(-1));
  });
});
