import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Client } from '@partner-ordering/client';
import { placeDemoOrders } from '@partner-ordering/standalone/demo-orders';
import { eventually } from '@partner-ordering/testing';
import { temporaryFolder } from '../program.ts';
import { startTestSystem } from '../system.ts';
import { demoGids, issuer, type TestSystem } from '../test-system.ts';

type Enums = Readonly<Record<'ProjectState' | 'ProjectStatus', { 'x-extensible-enum': string[] }>>;

/** What `npm start` adds to the demo data. */
describe('demo orders', () => {
  const folder = temporaryFolder();
  const marker = join(folder.path, 'demo-orders');
  let system: TestSystem;
  let admin: Client;
  before(async () => {
    system = await startTestSystem({ variables: { ALLOW_PRIVATE_TARGETS: 'true' } });
    admin = (await system.signIn('admin@example.com')).api;
  });
  after(async () => {
    await system?.stop();
    folder.remove();
  });

  const place = (stop: AbortSignal, send: typeof fetch) => placeDemoOrders({ url: system.url, issuer, marker, stop, send });
  const counted = async () =>
    Promise.all(
      [admin.listProjects(), admin.listWorks(), admin.listWorkers(), admin.listReceipts(), admin.listInvoices()].map(
        async (page) => (await page).total_count,
      ),
    );

  test('a start goes on where one was killed before it knew the answer, and places each order once', async () => {
    const killed = new AbortController();
    const loseFirstOrder: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (init?.method === 'POST' && response.ok && String(input).endsWith('/v1/projects')) killed.abort();
      killed.signal.throwIfAborted();
      return response;
    };
    await assert.rejects(place(killed.signal, loseFirstOrder));
    assert.deepEqual(await counted(), [1, 0, 4, 0, 0]);
    await place(new AbortController().signal, fetch);
    assert.deepEqual(await counted(), [14, 12, 4, 4, 1]);
  });

  test('a start with all orders sends nothing', async () => {
    await place(new AbortController().signal, () => assert.fail('something was sent'));
  });

  test('each state and status of the document has an order', async () => {
    const { schemas } = ((await (await fetch(`${system.url}/v1/openapi.json`)).json()) as { components: { schemas: Enums } }).components;
    const { items } = await admin.listProjects({ limit: 100 });
    const found = (values: readonly string[]) => [...new Set(values)].toSorted();
    assert.deepEqual(found(items.map(({ state }) => state)), schemas.ProjectState['x-extensible-enum'].toSorted());
    assert.deepEqual(found(items.map(({ status }) => status)), schemas.ProjectStatus['x-extensible-enum'].toSorted());
  });

  test('a copy by modified_at ascending has every order, though one of page 1 changes before page 2 is read', async () => {
    const { api } = await system.signIn('user@example.com');
    const draft = { description: 'For the wall', product: null, state: 'draft' } as const;
    const gids: string[] = [];
    for (const title of ['1', '2', '3', '4', '5']) gids.push((await api.createProject({ ...draft, title })).gid);
    const copy = new Map<string, string>();
    for await (const { gid, title } of api.listProjects({ where: (p) => p.gid.in(gids), orderBy: 'modified_at', sort: 'asc', limit: 2 })) {
      copy.set(gid, title);
      if (copy.size === 2 && title === '2') await api.updateProject(gids[0]!, { title: '1, changed' });
    }
    assert.deepEqual(
      gids.map((gid) => copy.get(gid)),
      ['1, changed', '2', '3', '4', '5'],
    );
    for (const gid of gids) await api.deleteProject(gid);
  });

  test('every work has something to look at or to read, and the webhook a failed delivery', async () => {
    for await (const { gid } of admin.listWorks()) {
      const { image, content } = await admin.getWork(gid);
      assert.ok(image ?? content, gid);
    }
    const [webhook] = (await admin.listWebhooks(demoGids.harbourBakery)).items;
    await eventually(async () => {
      const [delivery] = (await admin.listDeliveries(demoGids.harbourBakery, webhook!.gid)).items;
      return delivery !== undefined && delivery.failure !== null;
    });
  });
});
