import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { eventually, startReceiver, type Receiver } from '@partner-ordering/testing';
import { testNotifications, type TestNotifications } from '../fixtures/test-notifications.ts';
import { toldOrganization, type ToldOrganization } from '../fixtures/told-organization.ts';

const MIB = 1024 * 1024;

describe('deliveries with long bodies', () => {
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
  afterEach(() => receiver.close());
  after(() => notifications.stop());

  const query = <Row>(text: string, values: unknown[] = []) => notifications.service.database.query<Row>({ text, values });
  const leased = async () =>
    (await query('select from delivery_queue where leased_by is not null and organization_gid = $1', [organization.gid])).length;
  const answers: Receiver['answer'] = (_request, response) => response.end();

  /** Events with so many bytes, which are all due at the same moment to so many webhooks of the receiver. */
  async function due(lengths: readonly number[], webhooks = 1): Promise<void> {
    for (const length of lengths)
      await organization.happens(newGid(), 'project.updated', { shown: JSON.stringify({ project: { description: 'x'.repeat(length) } }) });
    await organization.areKept(lengths.length);
    for (let count = 0; count < webhooks; count++) await organization.recover(await organization.webhook(receiver.url));
  }

  /** Something of another organization comes to its receiver: the dispatcher has looked for what is due. */
  async function looked(): Promise<void> {
    const [other, quick] = [await toldOrganization(notifications), await startReceiver()];
    quick.answer = answers;
    await other.webhook(quick.url);
    await other.happens(newGid());
    await eventually(() => quick.received.length === 1);
    await quick.close();
  }

  test('are begun until 1 MiB of an organization are under way, the others go on, and the rest follows', async () => {
    const held: (() => void)[] = [];
    receiver.answer = (_request, response) => void held.push(() => response.end());
    await due(Array.from({ length: 8 }, () => MIB / 4));
    await eventually(() => receiver.received.length === 4);
    await looked();
    assert.deepEqual([await leased(), receiver.received.length], [4, 4]);
    receiver.answer = answers;
    held.forEach((answer) => answer());
    await eventually(() => receiver.received.length === 8);
  });

  test('go one at a time when each is longer than what may be under way', async () => {
    const held: (() => void)[] = [];
    receiver.answer = (_request, response) => void held.push(() => response.end());
    await due([3 * MIB, 3 * MIB]);
    await eventually(() => held.length === 1);
    await looked();
    assert.equal(await leased(), 1);
    held.pop()!();
    await eventually(() => held.length === 1 && receiver.received.length === 2);
    held.pop()!();
    await eventually(async () => (await query('select from delivery_queue where organization_gid = $1', [organization.gid])).length === 0);
  });

  test('to several webhooks of an organization are the same', async () => {
    receiver.answer = answers;
    await due([1_000, 2_000], 3);
    await eventually(() => receiver.received.length === 6);
    const bodies = new Map<unknown, Set<string>>();
    for (const { headers, body } of receiver.received)
      bodies.set(headers['webhook-id'], (bodies.get(headers['webhook-id']) ?? new Set()).add(String(body)));
    assert.deepEqual([...bodies].map(([id, texts]) => [...texts].map((text) => (JSON.parse(text) as { id: unknown }).id === id)), [[true], [true]]); // prettier-ignore
  });
});
