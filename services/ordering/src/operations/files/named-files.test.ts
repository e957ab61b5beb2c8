import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { openMarket, sharedOrdering, type Market } from '../../fixtures/test-ordering.ts';

describe('the files that a body names', () => {
  let ordering: Awaited<ReturnType<typeof sharedOrdering>>;
  let market: Market;
  before(async () => {
    ordering = await sharedOrdering();
    market = await openMarket(ordering);
  });

  const uploads = (count: number) => Array.from({ length: count }, () => ordering.files.upload(market.user));
  const named = (paths: string[]) => paths.map((url) => ({ url }));
  const query = <Row>(text: string, values: unknown[] = []): Promise<Row[]> => ordering.service.database.query<Row>({ text, values });

  test('an order with brief files is booked once, in the only run of its transaction', async () => {
    const { organization, user, order } = await openMarket(ordering);
    const files = Array.from({ length: 3 }, () => ordering.files.upload(user));
    const accounts = () => query(`select booked_minor from budget_account where organization_gid = $1`, [organization]);
    const sequence = async () =>
      Number((await query<{ last: string }>('select last_value - (not is_called)::int as last from outbox_id_seq'))[0]!.last);
    const before = await sequence();
    const href = await user.create('/v1/projects', order({ state: 'published', brief_files: named(files) }));

    assert.deepEqual(await accounts(), [{ booked_minor: '25000' }]);
    assert.equal((await user.get(href)).body.state, 'published');
    // Two states, two facts and three attachments: a second run would have taken more numbers.
    assert.equal((await sequence()) - before, 7);
  });

  test('a replay, 404 and 403 come before what is wrong with the files', async () => {
    const [own, foreign] = [uploads(1)[0]!, ordering.files.upload(market.manager)];
    const headers = { 'idempotency-key': newGid() };
    const body = market.order({ brief_files: named([own]) });
    const first = await market.user.post('/v1/projects', body, { headers });
    const href = first.headers.get('location')!;
    const [stranger, colleague] = [await ordering.signIn(), await ordering.signIn({ memberOf: [market.organization] })];
    await market.user.create(`${href}/shared_with`, { user: { gid: colleague.gid } });

    for (const answer of [undefined, { files: [{ given: own, file: null, refusal: 'is gone' }] }]) {
      const restore = ordering.files.answerWith(answer);
      const again = await market.user.post('/v1/projects', body, { headers });
      assert.deepEqual([again.status, again.headers.get('idempotency-replayed'), again.headers.get('location')], [201, 'true', href]);
      const add = async (client: typeof stranger) => (await client.post(`${href}/brief_files`, { url: own })).status;
      assert.deepEqual([await add(stranger), await add(colleague), await add(market.user)], [404, 403, answer ? 400 : 503]);
      restore();
    }
    const { status, body: refused } = await market.user.post(
      '/v1/projects',
      market.order({ brief_files: named([own, foreign]), price: { amount: 1 } }),
    );
    assert.deepEqual([status, refused.error.details[0].path], [400, 'price.amount'], 'what is wrong with the order comes before');
  });
});
