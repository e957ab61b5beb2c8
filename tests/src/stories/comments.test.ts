import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually, type ApiClient } from '@partner-ordering/testing';
import { makeBelongings, type Belongings } from '../requests.ts';
import { startTestSystem } from '../system.ts';
import { demoGids, type TestSystem } from '../test-system.ts';

/** The services themselves say who sees what. */
describe('comments on what other services have', () => {
  let system: TestSystem;
  let bakery: Belongings;
  let [user, manager, stranger, admin]: ApiClient[] = [];
  before(async () => {
    system = await startTestSystem();
    bakery = await makeBelongings(system);
    const people = ['user@example', 'manager@example', 'user@other.example', 'admin@example'].map((name) => system.signIn(`${name}.com`));
    [user, manager, stranger, admin] = await Promise.all(people);
  });
  after(() => system?.stop());

  const comment = (client: ApiClient, uri: string) => client.post('/v1/comments', { uri, message: 'Mind this' });

  test('201 for everybody who may read it, by its path, and 400 for everybody else', async () => {
    const { product, category, price, organization, receipt, invitation, worker, review, work } = bakery;
    const { invoice, creditNote, application, project } = bakery;
    const webhook = `/v1/orgs/${organization}/webhooks/${bakery.webhook}`;
    assert.equal((await user!.put(`/v1/projects/${project}`, { title: 'So that its webhook is told of it' })).status, 204);
    const [delivery] = await eventually(async () => {
      const { items } = (await manager!.get(`${webhook}/deliveries`)).body;
      return items.length > 0 && items;
    });
    const paths = {
      ...{ product: `/v1/products/${product}`, category: `/v1/categories/${category}`, price: `/v1/prices/${price}` },
      ...{
        organization: `/v1/organizations/${organization}`,
        user: `/v1/users/${bakery.user}`,
        invitation: `/v1/invitations/${invitation}`,
      },
      membership: `/v1/users/${bakery.user}/member_of/${organization}`,
      ...{
        receipt: `/v1/receipts/${receipt}`,
        worker: `/v1/workers/${worker}`,
        review: `/v1/reviews/${review}`,
        work: `/v1/works/${work}`,
      },
      ...{ invoice: `/v1/invoices/${invoice}`, 'credit note': `/v1/orgs/${organization}/credit_notes/${creditNote}` },
      ...{ application: `/v1/applications/${application}`, 'payment source': `/v1/orgs/${organization}/payment_source` },
      'figures of a project': `/v1/projects/${project}/stat`,
      ...{ webhook, delivery: delivery.href },
    };
    for (const [kind, path] of Object.entries(paths)) {
      for (const client of [user!, manager!, stranger!, admin!]) {
        const { status: read } = await client.get(path);
        const written = await comment(client, path);
        assert.equal(written.status, read === 200 ? 201 : 400, `${kind}: read ${read}, ${JSON.stringify(written.body)}`);
        const { body } = await client.get('/v1/comments', { parameters: { query: ['uri', '==', path] } });
        assert.equal(body.total_count > 0, read === 200, kind);
      }
    }
  });

  test('400 for what the document excepts: the budget of a member', async () => {
    const { organization, user: gid } = bakery;
    const uri = `/v1/users/${gid}/member_of/${organization}/budget`;
    assert.equal((await manager!.get(uri)).status, 200, uri);
    assert.equal((await comment(manager!, uri)).status, 400, uri);
  });

  test('404 for the comment on a webhook to all but managers and admins, and 400 by the path of another organization', async () => {
    const { organization, webhook } = bakery;
    const uri = `/v1/orgs/${organization}/webhooks/${webhook}`;
    const path = (await comment(manager!, uri)).headers.get('location')!;
    assert.deepEqual((await manager!.get(path)).body.organization, null);
    assert.deepEqual([(await manager!.get(path)).status, (await admin!.get(path)).status], [200, 200]);
    for (const client of [user!, stranger!]) assert.equal((await client.get(path)).status, 404);
    const [delivery] = (await manager!.get(`${uri}/deliveries`)).body.items;
    const elsewhere = demoGids.northlightStudio;
    for (const wrong of [
      `/v1/orgs/${elsewhere}/webhooks/${webhook}`,
      delivery.href.replace(organization, elsewhere),
      `${uri}/deliveries/${webhook}`,
    ])
      assert.equal((await comment(admin!, wrong)).status, 400, wrong);
  });

  test('201 for a comment on a comment, by whoever sees that one, wherever the resource is', async () => {
    const { organization, webhook, receipt, product } = bakery;
    for (const uri of [`/v1/orgs/${organization}/webhooks/${webhook}`, `/v1/receipts/${receipt}`, `/v1/products/${product}`]) {
      const path = (await comment(manager!, uri)).headers.get('location')!;
      for (const client of [user!, manager!, stranger!, admin!]) {
        const { status: read } = await client.get(path);
        const written = await comment(client, path);
        assert.equal(written.status, read === 200 ? 201 : 400, uri);
        if (read === 200) assert.equal((await client.get(written.headers.get('location')!)).status, 200, uri);
      }
      const { total_count: left } = (await admin!.get('/v1/comments', { parameters: { query: ['uri', '==', path] } })).body;
      assert.ok(left >= 2);
      assert.equal((await manager!.delete(path)).status, 204);
      assert.equal((await admin!.get('/v1/comments', { parameters: { query: ['uri', '==', path] } })).body.total_count, 0);
    }
  });

  test('404 for the comment of one organization on a product that another may order too', async () => {
    const path = (await comment(user!, `/v1/products/${bakery.product}`)).headers.get('location')!;
    assert.equal((await manager!.get(path)).status, 200);
    assert.equal((await admin!.get(path)).status, 200);
    const [{ organization }] = (await stranger!.get('/v1/me/member_of')).body.items;
    assert.equal((await admin!.put(`/v1/products/${bakery.product}/organizations/${organization.gid}`)).status, 204);
    assert.equal((await stranger!.get(`/v1/products/${bakery.product}`)).status, 200);
    assert.equal((await stranger!.get(path)).status, 404);
  });

  test('a day after the hourly look threads on a webhook that is deleted, and on a delivery that is no longer kept, are gone', async () => {
    const { organization, webhook: kept } = bakery;
    const webhooks = `/v1/orgs/${organization}/webhooks`;
    const deleted = await manager!.create(webhooks, { url: 'https://1.1.1.1/webhook', events: ['project.*'], is_enabled: false });
    const [{ href: delivery }] = (await manager!.get(`${webhooks}/${kept}/deliveries`)).body.items;
    const thread = async (uri: string) => {
      const path = await manager!.create('/v1/comments', { uri, message: 'Mind this' });
      return [path, await admin!.create('/v1/comments', { uri: path, message: 'I do' })];
    };
    const threads = { [deleted]: await thread(deleted), [delivery]: await thread(delivery), there: await thread(`${webhooks}/${kept}`) };
    const statuses = async (client: ApiClient) =>
      Promise.all(Object.values(threads).flat().map(async (path) => (await client.get(path)).status)); // prettier-ignore
    assert.deepEqual(await statuses(manager!), [200, 200, 200, 200, 200, 200]);

    const { ordering, notifications } = system.services;
    assert.equal((await manager!.delete(deleted)).status, 204);
    const partition = 'select tableoid::regclass as name from delivery where gid = $1';
    const [found] = await notifications.database.query<{ name: string }>({ text: partition, values: [delivery.split('/').at(-1)] });
    await notifications.database.query({ text: `drop table ${found!.name}`, values: [] });
    assert.deepEqual(await statuses(manager!), [404, 404, 404, 404, 200, 200]);
    const rows = (text: string, ...values: unknown[]) => ordering.database.query({ text, values });
    await ordering.write(async (_tx, { addJob }) => addJob({ name: 'remove_lost_comments', data: {} }));
    const planned = `from job where name = 'remove_comments_on' and key = any($1)`;
    await eventually(
      async () => (await rows(`select ${planned} and run_at > now() + interval '23 hours'`, [deleted, delivery])).length === 2,
    );
    assert.deepEqual(await statuses(admin!), [200, 200, 200, 200, 200, 200]);
    await rows(`update job set run_at = now() where id in (select id ${planned})`, [deleted, delivery]);
    await eventually(async () => assert.deepEqual(await statuses(admin!), [404, 404, 404, 404, 200, 200]));
  });
});
