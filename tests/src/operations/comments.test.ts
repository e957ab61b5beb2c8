import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { eventually, type ApiClient } from '@partner-ordering/testing';
import { sharedBelongings } from '../belongings-system.ts';

const { system, bakery } = await sharedBelongings();
const people = ['user@example', 'manager@example', 'user@other.example', 'admin@example'].map((name) => system.signIn(`${name}.com`));
const [user, manager, stranger, admin] = await Promise.all(people);

/** The services themselves say who sees what. */
describe('comments on resources of other services', () => {
  const comment = (client: ApiClient, uri: string) => client.post('/v1/comments', { uri, message: 'Mind this' });

  test('201 for every user who may read the resource, by its path, and 400 for others', async () => {
    const { product, category, price, organization, receipt, invitation, worker, review, work } = bakery;
    const { invoice, creditNote, application, project } = bakery;
    const webhook = `/v1/orgs/${organization}/webhooks/${bakery.webhook}`;
    assert.equal((await user!.put(`/v1/projects/${project}`, { title: 'So that its webhook is told of it' })).status, 204);
    const [delivery] = await eventually(async () => {
      const { items } = (await manager!.get(`${webhook}/deliveries`)).body;
      return items.length > 0 && items;
    });
    const paths = {
      product: `/v1/products/${product}`,
      category: `/v1/categories/${category}`,
      price: `/v1/prices/${price}`,
      organization: `/v1/organizations/${organization}`,
      user: `/v1/users/${bakery.user}`,
      invitation: `/v1/invitations/${invitation}`,
      membership: `/v1/users/${bakery.user}/member_of/${organization}`,
      receipt: `/v1/receipts/${receipt}`,
      worker: `/v1/workers/${worker}`,
      review: `/v1/reviews/${review}`,
      work: `/v1/works/${work}`,
      invoice: `/v1/invoices/${invoice}`,
      'credit note': `/v1/orgs/${organization}/credit_notes/${creditNote}`,
      application: `/v1/applications/${application}`,
      'payment source': `/v1/orgs/${organization}/payment_source`,
      'figures of a project': `/v1/projects/${project}/stat`,
      webhook,
      delivery: delivery.href,
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

  test('400 for the exception in the document: the budget of a member', async () => {
    const { organization, user: gid } = bakery;
    const uri = `/v1/users/${gid}/member_of/${organization}/budget`;
    assert.equal((await manager!.get(uri)).status, 200, uri);
    assert.equal((await comment(manager!, uri)).status, 400, uri);
  });
});
