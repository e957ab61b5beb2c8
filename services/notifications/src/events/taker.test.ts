import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openDatabase, type Database } from '@partner-ordering/data';
import { newGid } from '@partner-ordering/kernel';
import { eventually } from '@partner-ordering/testing';
import { arrive } from '../domain/events/arrived-events.ts';
import { beginOf, readFeed } from '../domain/events/feed.ts';
import { dayOf, makePartition } from '../domain/events/partitions.ts';
import { takeIn } from '../domain/events/take-in.ts';
import { testNotifications, type TestNotifications } from '../fixtures/test-notifications.ts';
import { startTaker, type Taker } from './taker.ts';

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

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

  const takerOf = (of: Database): Taker => startTaker({ database: of, clock: () => new Date(), log: silent });
  const comes = (organizations: string[], project: string, id = newGid()) => ({
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
    const text = 'select position::int, sequence::int, project_gid as project, id from event where organization_gid = $1 order by position';
    return database.query<{ position: number; sequence: number; project: string; id: string }>({ text, values: [organization] });
  };

  test('none is missing behind a cursor, whatever instances and transactions do at the same time', async () => {
    const organizations = Array.from({ length: 3 }, newGid);
    const [writers, transactions, events] = [6, 20, 5];
    const told = writers * transactions * events;
    const takers = others.map(takerOf);
    const readers = organizations.map((organization) => follow(organization, told));
    const ids = new Map<string, string[]>();
    const write = async (): Promise<void> => {
      const project = newGid();
      ids.set(project, []);
      for (let turn = 0; turn < transactions; turn++) {
        const batch = Array.from({ length: events }, () =>
          comes(
            organizations.toSorted(() => Math.random() - 0.5),
            project,
          ),
        );
        const isLost = Math.random() < 0.3;
        const run = database.transactional(async (tx) => {
          for (const event of batch) await arrive(tx, isLost ? { ...event, id: newGid() } : event);
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
    await Promise.all(takers.map((taker) => taker.stop()));

    for (const [index, organization] of organizations.entries()) {
      const kept = await rows(organization);
      assert.deepEqual(kept.map(({ position }) => position), Array.from({ length: told }, (_, at) => at + 1)); // prettier-ignore
      assert.deepEqual(seen[index], kept.map(({ id }) => id)); // prettier-ignore
      for (const [project, written] of ids) {
        const own = kept.filter((row) => row.project === project);
        assert.deepEqual([own.map(({ id }) => id), own.map(({ sequence }) => sequence)], [written, written.map((_, at) => at + 1)]);
      }
    }
  });

  test('events that cannot be taken in are taken in later, without a gap, and hold up no other organization', async () => {
    const organizations = Array.from({ length: 5 }, newGid);
    const [project, broken, quiet] = [newGid(), organizations.slice(0, 4), organizations[4]!];
    const text = `alter table event add constraint broken check (organization_gid <> all('{${broken.join()}}')) not valid`;
    await database.query({ text, values: [] });
    const events = Array.from({ length: 3 }, () => comes(organizations, project));
    await database.transactional(async (tx) => {
      for (const event of events) await arrive(tx, event);
    });
    await eventually(async () => (await rows(quiet)).length === 3);
    for (const organization of broken) assert.deepEqual(await rows(organization), []);
    await database.query({ text: 'alter table event drop constraint broken', values: [] });
    for (const organization of broken) {
      const kept = await eventually(async () => {
        const found = await rows(organization);
        return found.length === 3 && found;
      });
      const wanted = events.map(({ id }, at) => [at + 1, at + 1, id]);
      assert.deepEqual(kept.map(({ position, sequence, id }) => [position, sequence, id]), wanted); // prettier-ignore
    }
  });

  test('an instance that stops in the middle of taking in holds an organization up for 5 seconds', async () => {
    const organization = newGid();
    await beginOf(database, organization);
    const [event, stopped] = [comes([organization], newGid()), Promise.withResolvers<void>()];
    const holding = others[0]!.transactional(async (tx) => {
      assert.deepEqual((await takeIn(tx, organization, dayOf(new Date())))?.events, []);
      await database.transactional((other) => arrive(other, event));
      await stopped.promise;
      await tx.query({ text: 'select', values: [] });
    });
    const [kept] = await Promise.all([
      eventually(async () => (await rows(organization))[0] ?? false).finally(stopped.resolve),
      assert.rejects(holding),
    ]);
    assert.equal(kept.id, event.id);
  });

  test('more than one transaction takes comes in order, and an organization with many does not hold up another', async () => {
    const [busy, quiet] = [newGid(), newGid()];
    const text = `insert into arrived_event (organization_gid, event_id, type, occurred_at, data)
      select $1, n, 'product.changed', now(), '{}' from generate_series(1, 3000) n`;
    await database.query({ text, values: [busy] });
    const one = comes([quiet], newGid());
    await database.transactional((tx) => arrive(tx, one));
    const before = await eventually(async () => (await rows(quiet)).length === 1 && (await rows(busy)).length);
    assert.ok(before < 3000, `${before} of the busy one were there before the one of the quiet one`);
    const kept = await eventually(async () => {
      const found = await rows(busy);
      return found.length === 3000 && found;
    });
    assert.deepEqual(kept.map(({ id }) => Number(id)), kept.map(({ position }) => position)); // prettier-ignore
  });

  test('long events are taken in by a few at once, some 16 MiB and at least one, and all of them in order', async () => {
    const organization = newGid();
    const text = `insert into arrived_event (organization_gid, event_id, type, occurred_at, data)
      select $1, n, 'product.changed', now(), to_json(repeat('x', case n when 1 then 20 else 5 end * 1024 * 1024)) from generate_series(1, 9) n`;
    await Promise.all([beginOf(database, organization), makePartition(database, dayOf(new Date()))]);
    await others[0]!.transactional(async (tx) => {
      // In the same transaction, so that nobody else sees them.
      await tx.query({ text, values: [organization] });
      const counts: number[] = [];
      for (let hasMore = true; hasMore;) {
        const taken = (await takeIn(tx, organization, dayOf(new Date())))!;
        counts.push(taken.events.length);
        ({ hasMore } = taken);
      }
      assert.deepEqual(counts, [1, 4, 4, 0]);
    });
    const kept = await rows(organization);
    assert.deepEqual(kept.map(({ id, position }) => [Number(id), position]), Array.from({ length: 9 }, (_, at) => [at + 1, at + 1])); // prettier-ignore
  });

  test('a fact for 2,000 organizations does not delay what happens to another one', async () => {
    const [many, one, project] = [Array.from({ length: 2_000 }, newGid), newGid(), newGid()];
    await database.transactional((tx) => arrive(tx, { ...comes(many, project), type: 'product.changed' }));
    const left = async () => {
      const text = 'select count(*)::int as count from arrived_event where organization_gid = any($1)';
      return (await database.query<{ count: number }>({ text, values: [many] }))[0]!.count;
    };
    await eventually(async () => (await left()) < many.length);
    await database.transactional((tx) => arrive(tx, comes([one], project)));
    const start = performance.now();
    await eventually(async () => (await rows(one)).length === 1);
    const [ms, waiting] = [performance.now() - start, await left()];
    assert.ok(waiting > 1_000, `${waiting} of 2,000 were left after ${ms} ms`);
    await eventually(async () => (await left()) === 0, { timeoutMs: 60_000 });
  });
});
