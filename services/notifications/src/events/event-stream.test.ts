import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import type { Queryable } from '@partner-ordering/data';
import { newGid, type Principal } from '@partner-ordering/kernel';
import { eventually, openEvents, type ApiClient, type EventSource } from '@partner-ordering/testing';
import { startCursor, readFeed } from '../domain/events/feed.ts';
import { factOf, addEvents, organizationState, testNotifications, type TestNotifications } from '../fixtures/test-notifications.ts';
import { eventStream } from './event-stream.ts';
import { FeedConnections } from './feed-connections.ts';

describe('event feeds of waiting clients', { timeout: 60_000 }, () => {
  let notifications: TestNotifications;
  let organization: string;
  let manager: ApiClient & { gid: string };
  let path: string;
  /** Offset of the service's clock in milliseconds. */
  let aheadMs = 0;
  const sources: EventSource[] = [];
  before(async () => {
    notifications = await testNotifications({}, () => new Date(Date.now() + aheadMs));
  });
  beforeEach(async () => {
    const made = await notifications.organization();
    [organization, manager, path] = [made.gid, made.manager, `/v1/orgs/${made.gid}/events`];
  });
  afterEach(() => sources.splice(0).forEach((source) => source.close()));
  after(() => notifications.stop());

  const publishFact = async (type = 'project.updated', target = organization) => {
    const fact = factOf(type, { gid: newGid(), organization: target });
    await notifications.receive('ordering', fact);
    return fact.id;
  };
  const open = async (query = '', headers: Record<string, string> = {}, { token } = manager) => {
    const source = await openEvents(`${notifications.url}${path}${query}`, token, headers);
    sources.push(source);
    return source;
  };
  const idsOf = ({ events }: EventSource) => events.map(({ data }) => data!.id);
  const receives = (source: EventSource, ids: string[]) =>
    eventually(() => {
      assert.deepEqual(idsOf(source), ids);
    });
  const timed = async <Result>(work: Promise<Result>): Promise<[Result, number]> => {
    const start = performance.now();
    return [await work, performance.now() - start];
  };
  const page = (parameters: object, caller = manager) => caller.get(path, { parameters: { ...parameters } });

  describe('long polls', () => {
    test('200 for a long poll as soon as the organization has an event, without another request', async () => {
      const { body: first } = await page({ after: 'latest' });
      const waiting = timed(page({ after: first.next, wait: 25 }));
      await publishFact('project.updated', newGid());
      const id = await publishFact();
      const [{ status, body }, ms] = await waiting;
      assert.deepEqual([status, body.items.map((event: { id: string }) => event.id)], [200, [id]]);
      assert.ok(ms < 10_000, `${ms} ms`);
    });

    test('429 beyond 32 long polls of a user and 64 of an organization; an answered one frees its slot', async () => {
      const { body: first } = await page({ after: 'latest' });
      const wait = (caller = manager) => page({ after: first.next, wait: 25 }, caller);
      const [second, third] = await Promise.all([1, 2].map(() => notifications.signIn({ manages: [organization] })));
      const own = Array.from({ length: 33 }, () => wait());
      const refused = await Promise.race(own);
      assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '5']);
      const others = Array.from({ length: 33 }, () => wait(second));
      assert.equal((await Promise.race(others)).status, 429);
      assert.equal((await wait(third)).status, 429);
      await publishFact();
      const answers = await Promise.all([...own, ...others]);
      assert.equal(answers.filter(({ status }) => status === 200).length, 64);
      assert.equal((await wait()).status, 200);
    });

    test('200 with an empty page after `wait`, and at once if there are events', async () => {
      const [{ body }, ms] = await timed(page({ wait: 1 }));
      assert.deepEqual([body.items, body.has_more], [[], false]);
      assert.ok(ms >= 990 && ms < 10_000, `${ms} ms`);
      await publishFact();
      await eventually(async () => (await page({})).body.items.length === 1);
      const [, atOnce] = await timed(page({ wait: 25 }));
      assert.ok(atOnce < 10_000, `${atOnce} ms`);
    });

    test('200 for a long poll with the requested types only', async () => {
      const waiting = page({ wait: 25, types: 'project.published' });
      await publishFact();
      const id = await publishFact('project.published');
      assert.deepEqual(
        (await waiting).body.items.map((event: { id: string }) => event.id),
        [id],
      );
    });

    test('a long poll holds no connection of the pool: 30 of them do not delay other requests', async () => {
      const waiting = Array.from({ length: 30 }, () => page({ wait: 25 }));
      const [{ status }, ms] = await timed(page({}));
      assert.ok(status === 200 && ms < 5_000, `${ms} ms`);
      const id = await publishFact();
      for (const { body } of await Promise.all(waiting)) assert.equal(body.items[0].id, id);
    });

    test('403 for a long poll whose user loses the right to read, 401 after the user is disabled', async () => {
      const afterWaiting = async (state: object) => {
        const user = await notifications.signIn({ manages: [organization] });
        const { body } = await page({ after: 'latest' }, user);
        const waiting = page({ wait: 2, after: body.next }, user);
        await notifications.follow({ type: 'principal', key: user.gid, state: { roles: ['user'], ...state } });
        return (await waiting).status;
      };
      const lostRights = { is_enabled: true, memberships: [{ organization, is_manager: false }] };
      assert.deepEqual(await Promise.all([lostRights, { is_enabled: false, memberships: [] }].map(afterWaiting)), [403, 401]);
    });
  });

  describe('event streams', () => {
    test('200 streams stored and then new events, in the bodies of the feed', async () => {
      const first = await publishFact();
      await eventually(async () => (await page({})).body.items.length === 1);
      const source = await open();
      assert.deepEqual([source.status, source.headers.get('content-type')], [200, 'text/event-stream; charset=utf-8']);
      assert.deepEqual([source.headers.get('cache-control'), source.headers.get('vary')], ['no-store', 'Accept, Authorization']);
      await receives(source, [first]);
      const later = await publishFact('project.published');
      await receives(source, [first, later]);
      const { body } = await page({});
      assert.deepEqual(
        source.events.map(({ type, data }) => [type, data]),
        body.items.map((event: { type: string }) => [event.type, event]),
      );
      assert.equal(source.events[1]!.id, body.next);
    });

    test('a stream continues after `Last-Event-ID`, which precedes `after`; also after one without any event', async () => {
      const early = await open('?after=latest');
      const begin = await eventually(() => early.lastId() ?? false);
      early.close();
      const ids = [await publishFact(), await publishFact(), await publishFact()];
      const source = await open('?after=latest', { 'last-event-id': begin });
      await receives(source, ids);
      const resumed = await open('', { 'last-event-id': source.events[0]!.id });
      await receives(resumed, ids.slice(1));
    });

    test('400 names an invalid `Last-Event-ID`, 410 its deleted events, and 406 the offered types', async () => {
      const refused = async (headers: Record<string, string>) => {
        const { status, body } = await manager.get(path, { headers: { accept: 'text/event-stream', ...headers } });
        return [status, body.error.details?.[0].path ?? body.error.message];
      };
      assert.deepEqual(await refused({ 'last-event-id': 'x' }), [400, 'Last-Event-ID']);
      const { body } = await page({});
      const client = Buffer.from(
        Buffer.from(body.next as string, 'base64url')
          .toString()
          .replace(/\/0\/0$/, '/7/0'),
      ).toString('base64url');
      await publishFact();
      await eventually(async () => (await page({})).body.items.length === 1);
      assert.equal((await refused({ 'last-event-id': client }))[0], 410);
      assert.deepEqual(await refused({ accept: 'image/png' }), [406, 'Not acceptable, choose one of application/json, text/event-stream']);
    });

    const endings: [string, (user: ApiClient & { gid: string }) => unknown][] = [
      ['when the user is disabled', ({ gid }) => follow(gid, { is_enabled: false, memberships: [] })],
      ['when the membership is lost', ({ gid }) => follow(gid, { is_enabled: true, memberships: [] })],
      [
        'when the user manages the organization no longer',
        ({ gid }) => follow(gid, { is_enabled: true, memberships: [{ organization, is_manager: false }] }),
      ],
      ['when the session ends', (user) => revoke(user)],
    ];
    const follow = (key: string, state: object) => notifications.follow({ type: 'principal', key, state: { roles: ['user'], ...state } });
    const revoke = ({ token }: ApiClient) => {
      const { sid } = JSON.parse(Buffer.from(token!.split('.')[1]!, 'base64url').toString()) as { sid: string };
      const item = { seq: 1, sid, expires_at: new Date(Date.now() + 3_600_000).toISOString() };
      notifications.answer('/internal/revocations?after=0', { items: [item], last: 1 });
    };
    test('a stream ends cleanly within 2 seconds of the loss of user, manager role, membership or session', async () => {
      const ended = async ([title, end]: (typeof endings)[number]) => {
        const user = await notifications.signIn({ manages: [organization] });
        const source = await open('', {}, user);
        await eventually(() => source.lastId() !== undefined);
        await end(user);
        const [isWhole, ms] = await timed(source.ended);
        assert.ok(isWhole && ms < 2_000, `${title}: ${ms} ms`);
      };
      await Promise.all(endings.map(ended));
      notifications.answer('/internal/revocations?after=0', undefined);
    });

    test('a stream ends when its token expires', async () => {
      const source = await open();
      await eventually(() => source.lastId() !== undefined);
      aheadMs = 3_700_000;
      assert.ok(await source.ended);
      aheadMs = 0;
    });

    test('429 beyond 32 streams of a user and 64 of an organization; a closed one frees its slot', async () => {
      const streams = await Promise.all(Array.from({ length: 32 }, () => open()));
      const refused = await open();
      assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '5']);
      streams[0]!.close();
      await eventually(async () => (await open()).status === 200);
      const other = await notifications.signIn({ manages: [organization] });
      for (const { status } of await Promise.all(Array.from({ length: 32 }, () => open('', {}, other)))) assert.equal(status, 200);
      const last = await notifications.signIn({ manages: [organization] });
      assert.equal((await open('', {}, last)).status, 429);
    });
  });

  describe('slow readers of events', () => {
    let client: AbortController;
    beforeEach(() => {
      client = new AbortController();
      isAllowed = true;
    });
    let isAllowed: boolean;
    const streamOf = async (query: Queryable['query'], heartbeatMs?: number, types?: string[]) => {
      const begin = await startCursor(notifications.service.database, organization);
      const options = { feedConnections: new FeedConnections(), organization, types, signal: client.signal };
      const stillSignedIn = async () => ({ isAdmin: isAllowed, manages: [] as string[] }) as unknown as Principal;
      const first = await readFeed({ query }, begin, { types, limit: 1 });
      return eventStream(first, begin, { ...options, queryable: { query }, stillSignedIn, ...(heartbeatMs && { heartbeatMs }) });
    };

    const fillWith = (count: number, data: string) =>
      addEvents(notifications.service.database, organization, count, { type: 'product.changed', data });

    test('a filter over many events pauses between two pages, each of which has the next cursor', async () => {
      await fillWith(20_050, '{}');
      const { database } = notifications.service;
      const reads: number[] = [];
      const query: Queryable['query'] = (statement) => {
        reads.push(performance.now());
        return database.query(statement);
      };
      const stream = await streamOf(query, 20, ['project.created']);
      let text = '';
      for await (const chunk of stream) {
        text += String(chunk);
        if (text.split('\n:\nid: ').length > 3) client.abort();
      }
      assert.ok(reads[1]! - reads[0]! >= 90 && reads[2]! - reads[1]! >= 90, String(reads));
      assert.equal(new Set(text.match(/(?<=\n:\nid: ).+/g)).size, 3);
    });

    test('a reader that takes nothing gets only a few pages of events read ahead', async () => {
      await fillWith(1000, JSON.stringify('x'.repeat(5000)));
      const { database } = notifications.service;
      let reads = 0;
      const stream = await streamOf((statement) => {
        reads++;
        return database.query(statement);
      });
      await once(stream, 'readable');
      assert.match(String(stream.read()), /^retry: 1000\nid: /);
      await eventually(() => stream.readableLength > 0);
      assert.ok(reads <= 3 && stream.readableLength < 200_000, `${reads} reads, ${stream.readableLength} bytes`);
      let frames = 0;
      for await (const chunk of stream) {
        frames += String(chunk).split('\ndata: ').length - 1;
        if (frames >= 1000) client.abort();
      }
      assert.equal(frames, 1000);
    });

    test('a reader that takes nothing is disconnected within 2 seconds of losing the right to read', async () => {
      await fillWith(100, JSON.stringify('x'.repeat(5000)));
      const { database } = notifications.service;
      const stream = await streamOf((statement) => database.query(statement));
      await once(stream, 'readable');
      isAllowed = false;
      const [, ms] = await timed(once(stream, 'close', { signal: AbortSignal.timeout(10_000) }));
      assert.ok(ms < 2_000, `${ms} ms`);
    });

    test('a stream without events gets a comment with the `id` to continue from at each heartbeat', async () => {
      const { database } = notifications.service;
      const stream = await streamOf((statement) => database.query(statement), 20);
      let text = '';
      for await (const chunk of stream) {
        text += String(chunk);
        if (text.split('\n:\nid: ').length > 3) client.abort();
      }
      assert.match(text, /^retry: 1000\nid: \S+\n\n:\nid: \S+\n\n:/);
    });
  });

  test('a stop of the service ends streams and long polls at once and cleanly', async () => {
    const other = await testNotifications();
    const gid = newGid();
    await other.follow({ type: 'organization', key: gid, state: organizationState() });
    const caller = await other.signIn({ manages: [gid] });
    const source = await openEvents(`${other.url}/v1/orgs/${gid}/events`, caller.token);
    const waiting = timed(caller.get(`/v1/orgs/${gid}/events`, { parameters: { wait: 25 } }));
    await eventually(() => source.lastId() !== undefined);
    const [[isWhole, ms]] = await Promise.all([timed(source.ended), other.stop()]);
    const [{ status }, waitedMs] = await waiting;
    assert.ok(isWhole && ms < 5_000, `${ms} ms`);
    assert.ok(status === 200 && waitedMs < 5_000, `${status} after ${waitedMs} ms`);
  });
});
