import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Service } from '@partner-ordering/http';
import { newGid } from '@partner-ordering/kernel';
import { eventually, startReceiver, type Receiver } from '@partner-ordering/testing';
import { testNotifications, type TestNotifications } from '../fixtures/test-notifications.ts';
import { toldOrganization, type ToldOrganization } from '../fixtures/told-organization.ts';

describe('the deliveries of two instances', () => {
  let notifications: TestNotifications;
  let organization: ToldOrganization;
  let receiver: Receiver;
  before(async () => {
    notifications = await testNotifications();
  });
  beforeEach(async () => {
    organization = await toldOrganization(notifications);
    receiver = await startReceiver();
  });
  after(() => notifications.stop());

  const query = <Row>(text: string, values: unknown[] = []) => notifications.service.database.query<Row>({ text, values });
  const ids = () => receiver.received.map(({ headers }) => headers['webhook-id'] as string);
  /** Another instance, once it has looked for deliveries. */
  async function another(): Promise<Service> {
    const service = await notifications.another();
    const claiming = `select from pg_stat_activity where datname = current_database() and application_name = 'notifications deliveries' and query like '%waiting_webhook%'`;
    await eventually(async () => (await query(claiming)).length === 2);
    return service;
  }

  test('of a project come one after the other and in order', async (t) => {
    const other = await another();
    t.after(() => Promise.all([other.stop(), receiver.close()]));
    const projects = Array.from({ length: 4 }, () => newGid());
    const sent = new Map<string, string[]>(projects.map((project) => [project, []]));
    const [running, overlaps] = [new Set<string>(), [] as string[]];
    const projectOf = new Map<string, string>();
    receiver.answer = ({ headers }, response) => {
      const project = projectOf.get(headers['webhook-id'] as string)!;
      if (running.has(project)) overlaps.push(project);
      running.add(project);
      setImmediate(() => (running.delete(project), response.end()));
    };
    const told: [string, string][] = [];
    for (let count = 0; count < 40; count++) {
      const project = projects[count % projects.length]!;
      const id = await organization.happens(project, 'project.updated');
      projectOf.set(id, project);
      told.push([project, id]);
    }
    await organization.areKept(told.length);
    // Only now, so that the receiver knows of which project each is.
    await organization.recover(await organization.webhook(receiver.url));
    await eventually(() => receiver.received.length === told.length);
    for (const id of ids()) sent.get(projectOf.get(id)!)!.push(id);
    for (const project of projects) assert.deepEqual(sent.get(project), told.filter(([of]) => of === project).map(([, id]) => id)); // prettier-ignore
    assert.deepEqual(overlaps, []);
  });

  test('to an endpoint are eight at once together', async (t) => {
    receiver.answer = () => undefined;
    for (let count = 0; count < 20; count++) await organization.happens(newGid());
    await organization.areKept(20);
    // Only now, so that all are due at one moment: half a second after the first attempt the webhook is slow.
    await organization.recover(await organization.webhook(receiver.url));
    await eventually(() => receiver.received.length >= 8);
    const other = await another();
    t.after(async () => {
      await receiver.close();
      await other.stop();
    });
    const leased = await query<{ count: number }>('select count(*)::int as count from delivery_queue where leased_by is not null');
    assert.deepEqual([leased[0]!.count, receiver.received.length], [8, 8]);
  });

  test('what one had under way that stops, the other attempts again with the same ids', async (t) => {
    const other = await another();
    t.after(() => receiver.close());
    receiver.answer = () => undefined;
    const leases = () => query<{ worker: number; id: string }>('select leased_by as worker, event_id as id from delivery_queue where leased_by is not null and webhook_gid = any($1)', [webhooks]); // prettier-ignore
    const webhooks: string[] = [];
    for (let count = 0; new Set((await leases()).map(({ worker }) => worker)).size < 2; count++) {
      assert.ok(count < 50, 'both take some');
      const told = await toldOrganization(notifications);
      webhooks.push((await told.webhook(receiver.url)).split('/').at(-1)!);
      await told.happens(newGid());
      await eventually(async () => (await leases()).length === webhooks.length);
    }
    await eventually(() => receiver.received.length === webhooks.length);
    // Numbers grow, so the one that was started later has the greater one.
    const workers = (await leases()).map(({ worker }) => worker);
    const lost = (await leases()).filter(({ worker }) => worker === Math.max(...workers)).map(({ id }) => id);
    const before = receiver.received.length;
    receiver.answer = (_request, response) => response.end();
    await other.stop();
    await eventually(() => receiver.received.length === before + lost.length);
    assert.deepEqual(ids().slice(before).toSorted(), lost.toSorted());
  });
});
