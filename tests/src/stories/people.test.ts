import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { eventually, gidOf, type ApiClient } from '@partner-ordering/testing';
import { findOffer, finishContest, orderOf, type Offer } from '../orders.ts';
import { receiptOf } from '../requests.ts';
import { sharedSystem } from '../shared-system.ts';
import type { TestSystem } from '../test-system.ts';

/** The promise of the contract: the end of an account or organization acts this fast. */
const within2s = { timeoutMs: 2_000 };

describe('people who leave the system', () => {
  let system: TestSystem;
  let offer: Offer;
  let admin: ApiClient;
  before(async () => {
    system = await sharedSystem();
    admin = await system.signIn('admin@example.com');
    offer = await findOffer(await system.signIn('user@example.com'));
  });

  const newMember = async (organization: string) => {
    const email = `${randomUUID()}@example.com`;
    const member_of = [{ organization: { gid: organization } }];
    const gid = gidOf(await admin.create('/v1/users', { email, firstname: 'Robin', lastname: 'Reed', member_of }));
    await system.setPassword(gid);
    return Object.assign(await system.signIn(email), { gid, email });
  };

  test('last_seen of a user is the time of their last request to whatever service, within seconds', async () => {
    const [user, other] = [await newMember(offer.organization), await newMember(offer.organization)];
    const lastSeen = async ({ gid }: { gid: string }) => (await admin.get(`/v1/users/${gid}`)).body.last_seen as string | null;
    assert.equal(await lastSeen(user), null);
    const before = Math.floor(Date.now() / 1000) * 1000;
    assert.equal((await user.get('/v1/projects')).status, 200);
    const at = Date.parse(await eventually(async () => (await lastSeen(user)) ?? false));
    assert.ok(at >= before && at <= Date.now(), new Date(at).toISOString());
    assert.equal(await lastSeen(other), null);
  });

  test('a deleted user is refused everywhere within 2 s; their orders and texts stay, without their name', async () => {
    const user = await newMember(offer.organization);
    assert.equal((await user.put('/v1/me', { firstname: 'Philippa', lastname: 'Quillfeather' })).status, 200);
    const project = `/v1/projects/${await finishContest(user, admin, offer)}`;
    const receipt = `/v1/receipts/${await receiptOf(user, project.slice('/v1/projects/'.length))}`;
    const comment = await user.create('/v1/comments', { message: 'Mine', uri: project });
    await eventually(async () => assert.equal((await admin.get(project)).body.owner.firstname, 'Philippa'));
    assert.equal((await admin.delete(`/v1/users/${user.gid}`)).status, 204);

    await eventually(async () => {
      for (const path of ['/v1/organizations', '/v1/products', '/v1/projects', '/v1/receipts', '/v1/file_info/any'])
        assert.equal((await user.get(path)).status, 401, path);
      assert.equal((await user.post('/v1/projects', orderOf(offer))).status, 401);
      for (const path of [project, receipt, comment]) {
        const { status, body } = await admin.get(path);
        assert.deepEqual([status, /Philippa|Quillfeather/.test(JSON.stringify(body))], [200, false], JSON.stringify(body));
      }
    }, within2s);
    const { gid } = user;
    assert.deepEqual((await admin.get(project)).body.owner, { gid, href: `/v1/users/${gid}`, firstname: 'Deleted', lastname: 'user' });
    await assert.rejects(system.signIn(user.email), /invalid_grant/);
    // `kept_event` is left out: it repeats the facts of the log, which keep names too.
    await eventually(async () => {
      for (const [name, { database }] of Object.entries(system.services))
        for (const trace of [user.email, 'Philippa', 'Quillfeather']) {
          const tables = await database.query<{ name: string }>({
            text: `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'
                   and table_type = 'BASE TABLE' and table_name <> 'kept_event'`,
            values: [],
          });
          for (const { name: table } of tables) {
            const rows = await database.query({ text: `select from ${table} t where t::text ilike $1`, values: [`%${trace}%`] });
            assert.equal(rows.length, 0, `${table} of ${name} tells ${trace}`);
          }
        }
    }, within2s);
  });

  test('a closed organization cannot order within 2 s; its orders are finished and billed; reopened, it orders again', async () => {
    const organization = gidOf(await admin.create('/v1/organizations', { name: 'Closing', test: true }));
    const user = await newMember(organization);
    assert.equal((await admin.put(`/v1/products/${offer.product}/organizations/${organization}`)).status, 204);
    const price = { product: { gid: offer.product }, organization: { gid: organization }, options: offer.options };
    await admin.create('/v1/prices', { ...price, amount: offer.amount, currency: 'EUR' });
    const offerOfOrganization = { ...offer, organization };
    const [draft, running] = [
      await user.create('/v1/projects', orderOf(offerOfOrganization)),
      await user.create('/v1/projects', orderOf(offerOfOrganization, { state: 'published' })),
    ];
    const request = { product: null, specific_request: true, title: 'A song', description: 'Loud', organization: { gid: organization } };
    const proposal = await user.create('/v1/projects', { ...request, state: 'draft' });
    assert.equal((await user.put(proposal, { state: 'waiting_for_proposal' })).status, 204);
    const proposed = { state: 'proposal', price: { amount: 10, currency: 'EUR' }, options: { mode: 'multi', due: 2 } };
    assert.equal((await admin.put(proposal, proposed)).status, 204);

    assert.equal((await admin.delete(`/v1/organizations/${organization}`)).status, 204);
    const orders = async () => [
      (await user.post('/v1/projects', orderOf(offerOfOrganization))).status,
      (await user.post('/v1/projects', { ...request, state: 'draft' })).status,
      (await user.put(draft, { state: 'published' })).status,
      (await user.put(proposal, { state: 'published' })).status,
    ];
    // A dry run writes nothing, so it can be repeated until the event has arrived.
    const dryRun = () => user.post('/v1/projects/dry_run', orderOf(offerOfOrganization));
    await eventually(async () => assert.equal((await dryRun()).status, 400), within2s);
    assert.deepEqual(await orders(), [400, 400, 400, 400]);

    const worker = { gid: gidOf(await admin.create('/v1/workers', { service_id: randomUUID(), firstname: 'Kim', lastname: 'Sol' })) };
    const work = gidOf(await admin.create('/v1/works', { project: { gid: gidOf(running) }, worker }));
    assert.equal((await user.put(running, { winner: { gid: work } })).status, 204);
    await receiptOf(user, gidOf(running));

    assert.equal((await admin.put(`/v1/organizations/${organization}`, { is_enabled: true })).status, 204);
    await eventually(async () => assert.notEqual((await dryRun()).status, 400), within2s);
    assert.deepEqual(await orders(), [201, 201, 204, 204]);
  });
});
