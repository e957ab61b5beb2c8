import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openDatabase, type Database } from '@partner-ordering/data';
import { DAY_MS, newGid } from '@partner-ordering/kernel';
import { isPassing } from '@partner-ordering/messaging';
import { eventually } from '@partner-ordering/testing';
import { testNotifications, type TestNotifications } from '../../fixtures/test-notifications.ts';
import { startCursor, readFeed } from './feed.ts';
import { deleteOldEvents, KEPT_DAYS } from './retention.ts';
import { sequenceEvents } from './event-sequencer.ts';

describe('the event sequencer', () => {
  let notifications: TestNotifications;
  let database: Database;
  /** Connections of further instances. */
  let others: Database[];
  before(async () => {
    notifications = await testNotifications();
    ({ database } = notifications.service);
    const { user, password, host, port, database: name } = database.pool.options;
    const url = `postgres://${user}:${String(password)}@${host}:${port}/${name}`;
    const options = { url, entities: database.orm.config.get('entities') as [], migrations: [], poolSize: 4 };
    others = await Promise.all(['one', 'two'].map((name) => openDatabase({ ...options, applicationName: name })));
  });
  after(async () => {
    await Promise.all(others.map((other) => other.close()));
    await notifications.stop();
  });

  const happened = (organizations: string[], project: string, id = newGid()) => ({
    id,
    type: 'project.updated',
    occurredAt: new Date(),
    organizations,
    project,
    data: JSON.stringify({ id }),
  });
  /** Follows the feed of an organization, page by page, until it has so many events. */
  async function follow(organization: string, count: number): Promise<string[]> {
    const seen: string[] = [];
    let cursor = await startCursor(database, organization);
    await eventually(
      async () => {
        const page = await readFeed(database, cursor, { types: undefined, limit: 7 });
        seen.push(...page.events.map(({ body }) => (JSON.parse(body) as { id: string }).id));
        cursor = page.next;
        return seen.length >= count;
      },
      { timeoutMs: 60_000 },
    );
    return seen;
  }
  const rows = (organization: string) => {
    const text = 'select position::int, sequence::int, id from event where organization_gid = $1 order by position';
    return database.query<{ position: number; sequence: number; id: string }>({ text, values: [organization] });
  };

  test('none is missing behind a cursor, whatever instances and transactions do at the same time', async () => {
    const organizations = Array.from({ length: 3 }, newGid);
    const [writers, transactions, events] = [6, 20, 5];
    const eventCount = writers * transactions * events;
    const readers = organizations.map((organization) => follow(organization, eventCount));
    const ids = new Map<string, string[]>();
    const write = async (_: unknown, writer: number): Promise<void> => {
      const project = newGid();
      ids.set(project, []);
      for (let turn = 0; turn < transactions; turn++) {
        const batch = Array.from({ length: events }, () =>
          happened(
            organizations.toSorted(() => Math.random() - 0.5),
            project,
          ),
        );
        const isLost = Math.random() < 0.3;
        const run = others[writer % 2]!.transactional(async (tx) => {
          await sequenceEvents(tx, batch, new Date());
          if (isLost) throw new Error('rolled back');
        });
        if (isLost) {
          await assert.rejects(run);
          turn--;
          continue;
        }
        await run;
        ids.get(project)!.push(...batch.map(({ id }) => id));
      }
    };
    await Promise.all(Array.from({ length: writers }, write));
    const seen = await Promise.all(readers);

    for (const [index, organization] of organizations.entries()) {
      const kept = await rows(organization);
      assert.deepEqual(
        kept.map(({ position }) => position),
        Array.from({ length: eventCount }, (_, at) => at + 1),
      );
      assert.deepEqual(
        seen[index],
        kept.map(({ id }) => id),
      );
      for (const eventIds of ids.values()) {
        const own = kept.filter(({ id }) => eventIds.includes(id));
        assert.deepEqual([own.map(({ id }) => id), own.map(({ sequence }) => sequence)], [eventIds, eventIds.map((_, at) => at + 1)]);
      }
    }
  });

  test('counters that others hold are waited for as long as a lock; that is an error that passes', async () => {
    const facts = [happened([newGid()], newGid())];
    const wait = () =>
      others[0]!.transactional(async (tx) => {
        await tx.query({ text: `set local lock_timeout = '200ms'`, values: [] });
        return sequenceEvents(tx, facts, new Date());
      });
    await database.transactional(async (tx) => {
      await sequenceEvents(tx, facts, new Date());
      await assert.rejects(wait(), isPassing);
    });
    assert.equal((await rows(facts[0]!.organizations[0]!)).length, 1);
    assert.deepEqual(
      (await wait()).map(({ position }) => position),
      [2],
    );
  });

  test('none is deleted before the one below it, although the clock of another instance is behind', async () => {
    const organization = newGid();
    const [late, early] = [new Date(), new Date(Date.now() - 60_000)];
    for (const now of [late, early]) await database.transactional((tx) => sequenceEvents(tx, [happened([organization], newGid())], now));
    const left = async (now: Date) => {
      await deleteOldEvents(database, { now: new Date(now.getTime() + KEPT_DAYS * DAY_MS + 1), signal: new AbortController().signal });
      return (await rows(organization)).map(({ position }) => position);
    };
    assert.deepEqual([await left(early), await left(late)], [[1, 2], []]);
  });
});
