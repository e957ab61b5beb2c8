import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { CloudEvent } from '../transport/envelope.ts';
import { sharedService } from '../fixtures/shared-service.ts';
import { range } from '../fixtures/things.ts';
import { recordEvents, type EventRecords } from './outbox.ts';
import { lockStates, readState, storing, upsertStates } from '../replicas/shared-state.ts';

const service = await sharedService();
const empty = () => service.database.pool.query('truncate outbox, shared_state');

const now = new Date('2026-11-20T10:00:00Z');
const FIRST = now.getTime();
const record = (records: Partial<EventRecords>, traceparent?: string | ((key: string) => string | undefined)): Promise<void> =>
  service.database.transactional((tx) => recordEvents(tx, 'ordering', { states: [], facts: [], ...records }, { now, traceparent }));
const waiting = async (): Promise<{ topic: string; key: string; event: CloudEvent }[]> =>
  (await service.database.pool.query('select topic, key, event from outbox order by id')).rows;

describe('recordEvents', () => {
  beforeEach(empty);
  test('a state is kept and published with its version, a fact is only published', async () => {
    await record({
      states: [{ type: 'project', key: 'p1', state: { title: 'Logo "ü"' } }],
      facts: [{ type: 'project.published', key: 'p1', data: { by: 'u1' } }],
    });
    const [state, fact] = await waiting();
    assert.equal(state?.topic, 'ordering.state');
    assert.equal(state?.key, 'project/p1');
    assert.match(state?.event.id ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    assert.deepEqual(
      { ...state?.event, id: '' },
      {
        specversion: '1.0',
        id: '',
        source: '/services/ordering',
        type: 'project.state',
        subject: 'project/p1',
        time: '2026-11-20T10:00:00.000Z',
        datacontenttype: 'application/json',
        dataversion: FIRST,
        data: { title: 'Logo "ü"' },
      },
    );
    assert.equal(fact?.topic, 'ordering.facts');
    assert.equal(fact?.key, 'project/p1');
    assert.equal(fact?.event.type, 'project.published');
    assert.equal(fact?.event.dataversion, undefined);
    assert.deepEqual(await readState(service.database, 'project', 'p1'), {
      type: 'project',
      key: 'p1',
      version: FIRST,
      state: { title: 'Logo "ü"' },
    });
  });

  test('each publication raises the version, even within a millisecond; a deletion leaves a tombstone and raises it too', async () => {
    for (const state of [{ n: 1 }, { n: 2 }, null, { n: 4 }]) await record({ states: [{ type: 'project', key: 'p1', state }] });
    const events = (await waiting()).map(({ event }) => [event.dataversion, event.data]);
    assert.deepEqual(events, [
      [FIRST, { n: 1 }],
      [FIRST + 1, { n: 2 }],
      [FIRST + 2, null],
      [FIRST + 3, { n: 4 }],
    ]);
    await record({ states: [{ type: 'project', key: 'p1', state: null }] });
    assert.deepEqual(await readState(service.database, 'project', 'p1'), { type: 'project', key: 'p1', version: FIRST + 4, state: null });
  });

  test('a version is the time in milliseconds, so publications after a restore are newer than lost ones', async () => {
    await record({ states: [{ type: 'project', key: 'p1', state: { n: 1 } }] });
    await service.database.pool.query('update shared_state set version = version - 5');
    await record({ states: [{ type: 'project', key: 'p1', state: { n: 2 } }] });
    assert.deepEqual(
      (await waiting()).map(({ event }) => event.dataversion),
      [FIRST, FIRST],
    );
  });

  test('a rolled-back transaction publishes nothing', async () => {
    const rolledBack = service.database.transactional(async (tx) => {
      await recordEvents(tx, 'ordering', { states: [{ type: 'project', key: 'p1', state: {} }], facts: [] }, { now });
      throw new Error('rolled back');
    });
    await assert.rejects(rolledBack, /rolled back/);
    assert.deepEqual(await waiting(), []);
    assert.equal(await readState(service.database, 'project', 'p1'), undefined);
  });

  test('an event of more than 1 MiB fails its transaction with the name and length of the event', async () => {
    const state = (length: number) => ({ states: [{ type: 'project', key: 'p1', state: { text: 'é'.repeat(length) } }] });
    await record(state(500_000));
    assert.equal((await waiting()).length, 1);
    const message = /^The event project\.state of project\/p1 has 10\d{5} bytes; at most 1048576 are possible$/;
    await assert.rejects(record(state(530_000)), { name: 'EventTooLarge', message });
    assert.equal((await waiting()).length, 1);
  });

  test('the trace of each event is found by its key', async () => {
    const facts = ['p1', 'p2'].map((key) => ({ type: 'project.published', key, data: {} }));
    await record({ facts }, (key) => (key === 'p2' ? '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' : undefined));
    assert.deepEqual(
      (await waiting()).map(({ event }) => event.traceparent?.slice(0, 6)),
      [undefined, '00-0af'],
    );
  });
});

describe('upsertStates', () => {
  beforeEach(empty);
  const state = (version: number, value: unknown, key = 'k') => ({ type: 'price', key, version, state: value && { value, more: true } });
  const known = async (key = 'k') => {
    const found = await readState(service.database, 'price', key);
    return found && [found.version, found.state && (found.state as { value: unknown }).value];
  };
  beforeEach(() => service.database.pool.query(`truncate replica_field; insert into replica_field values ('price', 'value')`));

  test('a newer version overwrites, an older or equal one does not', async () => {
    await upsertStates(service.database, [state(2, 'two')]);
    await upsertStates(service.database, [state(1, 'one')]);
    await upsertStates(service.database, [state(2, 'other')]);
    assert.deepEqual(await known(), [2, 'two']);
    await upsertStates(service.database, [state(3, { n: 3 })]);
    assert.deepEqual(await known(), [3, { n: 3 }]);
  });

  test('the newest version in a batch counts, in any order', async () => {
    await upsertStates(service.database, [state(2, 'two'), state(3, 'three'), state(1, 'one'), state(1, 'else', 'other')]);
    assert.deepEqual(await known(), [3, 'three']);
    assert.deepEqual(await known('other'), [1, 'else']);
  });

  test('an older version does not replace a tombstone', async () => {
    await upsertStates(service.database, [state(5, null)]);
    await upsertStates(service.database, [state(4, 'alive')]);
    assert.deepEqual(await known(), [5, null]);
  });

  test('only declared fields of followed types are stored; a field that a state lacks is left out', async () => {
    await service.database.pool.query(`insert into replica_field values ('price', 'later')`);
    await upsertStates(service.database, [state(1, 'one'), { type: 'secret', key: 'k', version: 1, state: { value: 1 } }]);
    assert.deepEqual(await readState(service.database, 'price', 'k'), { type: 'price', key: 'k', version: 1, state: { value: 'one' } });
    assert.equal(await readState(service.database, 'secret', 'k'), undefined);
  });

  test('reading a topic stores the known version again with the fields declared now, but no older version', async () => {
    await upsertStates(service.database, [state(2, 'two')]);
    await service.database.pool.query(`insert into replica_field values ('price', 'more')`);
    await service.database.query(storing([state(1, 'one')], { isReading: true }));
    assert.deepEqual((await readState(service.database, 'price', 'k'))?.state, { value: 'two' });
    await service.database.query(storing([state(2, 'two')], { isReading: true }));
    assert.deepEqual((await readState(service.database, 'price', 'k'))?.state, { value: 'two', more: true });
  });
});

describe('lockStates', () => {
  beforeEach(empty);
  test('a state made of several rows contains the changes of all transactions', async () => {
    const { database } = service;
    await database.pool.query('truncate effect');
    const aggregate = { type: 'sum', key: 'all' };
    // Each adds a row of its own and publishes the sum of all rows.
    const add = (number: number): Promise<void> =>
      database.transactional(async (tx) => {
        await tx.query({ text: `insert into effect (consumer_group, number) values ('sum', $1)`, values: [number] });
        await lockStates(tx, [aggregate, { type: 'other', key: 'all' }]);
        const [row] = await tx.query<{ sum: number }>({ text: 'select sum(number)::int from effect', values: [] });
        await recordEvents(tx, 'ordering', { states: [{ ...aggregate, state: row?.sum }], facts: [] }, { now });
      });
    await Promise.all(range(1, 30).map(add));
    assert.deepEqual(await readState(database, 'sum', 'all'), { ...aggregate, version: FIRST + 29, state: 465 });
  });
});
