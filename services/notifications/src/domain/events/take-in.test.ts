import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isContentionError, openDatabase, type Database } from '@partner-ordering/data';
import { newGid } from '@partner-ordering/kernel';
import { eventually } from '@partner-ordering/testing';
import { testNotifications, type TestNotifications } from '../../fixtures/test-notifications.ts';
import { beginOf, readFeed } from './feed.ts';
import { takeIn } from './take-in.ts';

describe('events are taken in', () => {
  let notifications: TestNotifications;
  let database: Database;
  /** Of further instances, with connections of their own. */
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
    ...{ id, type: 'project.updated', occurredAt: new Date(), organizations, project, data: JSON.stringify({ id }) },
  });
  /** Follows the feed of an organization, page by page, until it has so many events. */
  async function follow(organization: string, count: number): Promise<string[]> {
    const seen: string[] = [];
    let cursor = await beginOf(database, organization);
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
    const told = writers * transactions * events;
    const readers = organizations.map((organization) => follow(organization, told));
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
          await takeIn(tx, batch, new Date());
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
      assert.deepEqual(kept.map(({ position }) => position), Array.from({ length: told }, (_, at) => at + 1)); // prettier-ignore
      assert.deepEqual(seen[index], kept.map(({ id }) => id)); // prettier-ignore
      for (const written of ids.values()) {
        const own = kept.filter(({ id }) => written.includes(id));
        assert.deepEqual([own.map(({ id }) => id), own.map(({ sequence }) => sequence)], [written, written.map((_, at) => at + 1)]);
      }
    }
  });

  test('a counter that somebody else holds is waited for 5 seconds; that is an error that passes', async () => {
    const facts = [happened([newGid()], newGid())];
    await database.transactional(async (tx) => {
      await takeIn(tx, facts, new Date());
      await assert.rejects(
        others[0]!.transactional((other) => takeIn(other, facts, new Date())),
        isContentionError,
      );
    });
  });
});
