import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Transaction } from '@partner-ordering/data';
import { newGid } from '@partner-ordering/kernel';
import { eventually, recordOutbox, testService, type ApiClient, type RecordedEvent, type TestService } from '@partner-ordering/testing';
import { createNotes, Note } from '@partner-ordering/testing/notes';
import { stateSource } from '@partner-ordering/writes';

describe('jobs of a service', () => {
  let service: TestService;
  let user: ApiClient & { gid: string };
  let outbox: () => Promise<RecordedEvent[]>;
  before(async () => {
    service = await testService('notes', createNotes);
    user = await service.signIn();
    outbox = await recordOutbox(service.service.database);
  });
  after(() => service.stop());

  const rows = <Row = object>(text: string, ...values: unknown[]) => service.service.database.query<Row>({ text, values });
  const notes = (...titles: string[]) => rows<{ title: string }>('select title from note where title = any($1) order by title', titles);
  const isWritten = (title: string) => eventually(async () => assert.equal((await notes(title)).length, 1));
  const isQueueEmpty = () => eventually(async () => assert.deepEqual(await rows('select name from job'), []));
  const addJob = (body: object, headers = {}) => user.post('/v1/trials/add-job', body, { headers });

  test('a job that an operation adds runs within 200 ms after the commit', async () => {
    const delays: number[] = [];
    for (const title of ['a', 'b', 'c', 'd', 'e'].map((name) => `soon ${name}`)) {
      assert.equal((await addJob({ title })).status, 201);
      const answeredAt = performance.now();
      await eventually(async () => (await notes(title)).length === 1, { intervalMs: 5 });
      delays.push(performance.now() - answeredAt);
    }
    // The fastest counts, since other load on the machine may delay some. Without a wake, each would wait for a poll.
    assert.ok(Math.min(...delays) < 200, delays.join(', '));
  });

  test('the changes and facts of a job are published, and a job can add the next one', async () => {
    const [title, next] = ['first of two', 'second of two'];
    const before = (await outbox()).length;
    await addJob({ title, next });
    await isWritten(next);
    const published = (await outbox())
      .slice(before)
      .map(({ topic, event: { type, data } }) => [topic, type, (data as { title: string }).title]);
    assert.deepEqual(
      published,
      [title, next].flatMap((of) => [
        ['notes.state', 'note.state', of],
        ['notes.facts', 'note.written', of],
      ]),
    );
  });

  test('a refused operation, a dry run and a repeated request add no job', async () => {
    assert.equal((await addJob({ title: 'never', fails: true })).status, 400);
    assert.equal((await addJob({ title: 'never', dry_run: true })).status, 200);
    const headers = { 'idempotency-key': newGid() };
    assert.equal((await addJob({ title: 'once' }, headers)).status, 201);
    const again = await addJob({ title: 'once' }, headers);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    await isQueueEmpty();
    assert.deepEqual(
      (await notes('never', 'once')).map(({ title }) => title),
      ['once'],
    );
  });

  test('an event handler adds a job in the transaction of its event, a write of the service in its own', async () => {
    await service.deliver('catalog', { type: 'product', key: newGid(), state: { note: 'for a product' } });
    await isWritten('for a product');
    const write = (title: string, error?: Error) =>
      service.service.write(async (_tx, context) => {
        context.addJob({ name: 'write_note', data: { title } });
        if (error) throw error;
      });
    await assert.rejects(write('rolled back', new Error('changed my mind')), /changed my mind/);
    await write('for the service itself');
    await isWritten('for the service itself');
    assert.deepEqual(await notes('rolled back'), []);
  });

  test('a job that was given up is measured, and starts over when it is retried', async () => {
    await service.service.write(async (_tx, context) => context.addJob({ name: 'fail', data: {} }));
    const { metrics } = service.service;
    await eventually(async () => assert.match(await metrics(), /^jobs_given_up\{job="fail",service="notes"\} 1$/m));
    assert.match(await metrics(), /^job_duration_seconds_count\{service="notes",job="fail",result="given_up"\} 1$/m);
    assert.match(await metrics(), /^job_oldest_seconds\{job="fail",service="notes"\} 0$/m);
    assert.equal(await service.service.retryJobs(), 1);
    await eventually(async () =>
      assert.match(await metrics(), /^job_duration_seconds_count\{service="notes",job="fail",result="given_up"\} 2$/m),
    );
    await rows(`delete from job where name = 'fail'`);
    assert.match(await metrics(), /^jobs_due\{job="fail",service="notes"\} 0$/m);
    for (const name of ['jobs_given_up', 'jobs_failing'])
      assert.match(await metrics(), new RegExp(`^${name}\\{job="fail",service="notes"\\} 0$`, 'm'));
  });

  test('400 event_too_large names the field of a request whose event has over 1 MiB; such a job fails by name and is retried', async (t) => {
    const read = async ({ em }: Transaction, key: string) => {
      const note = await em.findOne(Note, key);
      return note && { title: note.title, description: note.title.startsWith('long') ? 'x'.repeat(2 ** 20) : null };
    };
    const states = [{ type: 'note', sources: [stateSource(Note, ({ gid }) => gid)], read }];
    const own = await testService('notes', (config) => createNotes(config, undefined, { states }));
    t.after(() => own.stop());
    const author = await own.signIn();
    const { status, body } = await author.post('/v1/notes', { title: 'long' });
    const { code, path } = body.error.details[0];
    assert.deepEqual([status, body.error.details.length, code, path], [400, 1, 'event_too_large', 'description']);
    assert.equal((await author.post('/v1/trials/add-job', { title: 'long, by a job' })).status, 201);
    await eventually(async () => assert.match(await own.service.metrics(), /^jobs_failing\{job="write_note",service="notes"\} 1$/m));
    const [job] = await own.service.database.query<{ error: string }>({ text: 'select last_error as error from job', values: [] });
    assert.match(job!.error, /The event note\.state of note\/\S+ has 1048\d{3} bytes; at most 1048576 are possible/);
    assert.equal((await author.get('/v1/notes/total_count')).body.total_count, 0);
  });

  test('the ids of events that cannot come again are deleted every hour, and the others are kept', async () => {
    await rows(`insert into inbox (consumer_group, event_id, received_at) values
      ('notes', 'old', now() - interval '39 days'), ('notes.replay', 'old', now() - interval '39 days'), ('notes', 'young', now() - interval '37 days')`);
    await service.runJob('purge_inbox');
    assert.deepEqual(await rows(`select event_id from inbox where event_id in ('old', 'young')`), [{ event_id: 'young' }]);
    const scheduled = await rows<{ name: string }>('select name from job_schedule order by name');
    assert.deepEqual(
      scheduled.map(({ name }) => name),
      ['forget_idempotency_keys', 'purge_inbox'],
    );
  });

  test('messages that were set aside are measured until they expire', async () => {
    const { metrics } = service.service;
    assert.match(await metrics(), /^dead_letters\{service="notes"\} 0$/m);
    await rows(`insert into dead_letter values ('catalog.state', 0, 1, 'product/x', 1, '', 'Error', now()),
      ('catalog.state', 0, 2, 'product/x', 1, '', 'Error', now() - interval '39 days')`);
    assert.match(await metrics(), /^dead_letters\{service="notes"\} 2$/m);
    await service.runJob('purge_inbox');
    assert.match(await metrics(), /^dead_letters\{service="notes"\} 1$/m);
    await rows('delete from dead_letter');
  });
});
