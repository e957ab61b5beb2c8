import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { keepOutbox } from '@partner-ordering/testing';
import { createContest, createConversation, createWork, openMarket, startOrdering, type Market } from './fixtures/test-ordering.ts';

describe('attachments as public states', () => {
  let ordering: Awaited<ReturnType<typeof startOrdering>>;
  let market: Market;
  before(async () => {
    ordering = await startOrdering();
    market = await openMarket(ordering);
  });
  after(() => ordering?.stop());

  const rows = <Row = object>(text: string, ...values: unknown[]) => ordering.service.database.query<Row>({ text, values });
  /** What was published about a file, in order. */
  const published = async (path: string) => {
    const events = (await outbox()).filter(({ event }) => event.subject.startsWith(`attachment/${path}/`));
    return events.map(({ event: { data } }) => (data as { holder: string } | null)?.holder ?? null);
  };
  let outbox: Awaited<ReturnType<typeof keepOutbox>>;
  before(async () => void (outbox = await keepOutbox(ordering.service.database)));

  test('a row that names a file publishes it with the path of its resource, and a tombstone when it is gone', async () => {
    const path = ordering.files.upload(market.user);
    const href = await market.user.create('/v1/projects', market.order({ brief_files: [{ url: path }] }));
    const holder = `${href}/brief_files/${path}`;
    assert.deepEqual(await published(path), [holder]);
    const [state] = await rows<{ key: string; state: object }>(`select key, state from shared_state where key like $1 || '/%'`, path);
    assert.match(state!.key, new RegExp(`^${path}/ordering/[0-9a-f-]{36}$`));
    assert.deepEqual(state!.state, { service: 'ordering', holder, path });

    assert.equal((await market.user.delete(href)).status, 204);
    assert.deepEqual(await published(path), [holder, null]);
  });

  test('a row that names another file ends the state of the one before', async () => {
    const [first, second] = [ordering.files.upload(market.admin, 'image'), ordering.files.upload(market.admin, 'image')];
    const work = await createWork(market, await createContest(market), { image: { url: first } });
    assert.deepEqual(await published(first), [work]);
    await market.admin.put(work, { image: { url: second } });
    assert.deepEqual([(await published(first)).at(-1), await published(second)], [null, [work]]);
    await market.admin.put(work, { description: 'Drawn anew' });
    assert.equal((await published(second)).length, 1, 'a change of something else publishes nothing');
    await market.admin.delete(work);
    assert.deepEqual((await published(second)).at(-1), null);
  });

  test('the files of an accepted delivery are attached to the result too', async () => {
    const { href, worker } = await createConversation(market);
    const path = ordering.files.upload(market.admin);
    const delivery = { message: 'Here', type: 'delivery', worker: { gid: worker }, attached_files: [{ url: path }] };
    const message = await market.admin.create(`${href}/messages`, delivery);
    await market.user.create(`${href}/messages`, { message: '', type: 'accept' });
    assert.deepEqual(await published(path), [message, `${href}/source_files/${path}`]);
  });
});
