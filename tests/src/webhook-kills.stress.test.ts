import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { verifyWebhook, type WebhookEvent } from '@partner-ordering/client';
import { eventually, gidOf, startReceiver, type ApiClient, type Receiver } from '@partner-ordering/testing';
import { sendUntilAcknowledged, TIMEOUT_MS } from './send-until-acknowledged.ts';
import { findOffer, membershipPath, orderOf, type Offer } from './orders.ts';
import { startProcesses, type ProcessName, type Processes } from './processes.ts';
import { stop, stopAll } from './program.ts';
import { demoGids } from './test-system.ts';

/** A release is tested with `WEBHOOK_KILLS=100`. */
const KILLS = Number(process.env['WEBHOOK_KILLS'] ?? 10);
/** The processes to kill: notifications half of the time. */
const victims: readonly ProcessName[] = [
  'ordering',
  'identity',
  'catalog',
  'billing',
  'gateway',
  ...Array<ProcessName>(5).fill('notifications'),
];
const WORKERS = 3;
/** Maximum acknowledged requests between two kills. */
const MOST_BETWEEN = 6;

const feed = `/v1/orgs/${demoGids.harbourBakery}/events`;
const webhooks = `/v1/orgs/${demoGids.harbourBakery}/webhooks`;

describe('kill -9 of the sending service and of those whose events it sends', () => {
  let system: Processes;
  let receiver: Receiver;
  let [user, admin, manager]: ApiClient[] = [];
  let offer: Offer;
  let secret: string;
  /** Acknowledged changes: the projects with the types of their events, and the budgets. */
  const projects = new Map<string, string[]>();
  const budgets: number[] = [];
  let acknowledged = 0;
  let isOver = false;

  before(async () => {
    receiver = await startReceiver();
    system = await startProcesses({ variables: { ALLOW_PRIVATE_TARGETS: 'true' } });
    [user, admin, manager] = await Promise.all(['user', 'admin', 'manager'].map((name) => system.signIn(`${name}@example.com`)));
    offer = await findOffer(user!);
    const gid = gidOf(await manager!.create(webhooks, { url: receiver.url }));
    ({ secret } = (await manager!.get(`${webhooks}/${gid}/secret`)).body);
  });
  after(async () => {
    isOver = true;
    await system?.end();
    await stopAll();
    await receiver?.close();
  });

  const acknowledgedBy: typeof sendUntilAcknowledged = async (send) => {
    const answer = await sendUntilAcknowledged(send);
    acknowledged += 1;
    return answer;
  };

  async function work(): Promise<void> {
    const monthly_budget = { amount: 1_000_000 + budgets.length + 1, currency: 'EUR' };
    budgets.push(monthly_budget.amount);
    assert.equal((await acknowledgedBy(() => admin!.put(membershipPath(demoGids.users.user), { monthly_budget }))).status, 204);
    const { status, headers, body } = await acknowledgedBy((options) =>
      user!.post('/v1/projects', orderOf(offer, { state: 'published' }), options),
    );
    assert.equal(status, 201, JSON.stringify(body));
    const path = headers.get('location')!;
    projects.set(gidOf(path), ['project.created', 'project.published']);
    // A repeat after a lost acknowledgement is refused, since the project is canceled.
    await acknowledgedBy(() => user!.put(path, { status: 'canceled' }));
    assert.equal((await acknowledgedBy(() => user!.get(path))).body.status, 'canceled');
    projects.get(gidOf(path))!.push('project.canceled');
  }

  async function worker(): Promise<void> {
    while (!isOver) await work();
  }

  /** The delivered events, each once. */
  async function receivedEvents(): Promise<Map<string, WebhookEvent>> {
    const events = new Map<string, WebhookEvent>();
    const bodies = new Map<string, string>();
    for (const { body, headers } of receiver.received) {
      const at = new Date(Number(headers['webhook-timestamp']) * 1000);
      const event = await verifyWebhook(body, headers, secret, { now: at });
      if (!events.has(event.id)) events.set(event.id, event);
      assert.equal(body, bodies.get(event.id) ?? body, 'an id has one body');
      bodies.set(event.id, body);
    }
    return events;
  }

  const aboutProject = (event: WebhookEvent): string | undefined => (event.data as { project?: { gid: string } }).project?.gid;

  test(
    `${KILLS} kills lose no event, and each event has one id and a sequence in its project`,
    { timeout: 60_000 + KILLS * 30_000 },
    async (t) => {
      const workers = Promise.all(Array.from({ length: WORKERS }, worker));
      workers.catch(() => undefined);
      const killed: string[] = [];
      for (let count = 0; count < KILLS; count += 1) {
        const name = victims[Math.floor(Math.random() * victims.length)]!;
        const goal = acknowledged + Math.floor(Math.random() * MOST_BETWEEN);
        await Promise.race([workers, eventually(() => acknowledged >= goal, { timeoutMs: TIMEOUT_MS })]);
        await stop(system.program(name), 'SIGKILL');
        await system.restart(name);
        killed.push(name);
      }
      isOver = true;
      await workers;
      t.diagnostic(`${killed.join(', ')}; ${acknowledged} requests, ${projects.size} projects`);

      const events = await eventually(
        async () => {
          const events = [...(await receivedEvents()).values()];
          for (const [project, types] of projects) {
            const projectEvents = events.filter((event) => aboutProject(event) === project);
            assert.deepEqual([...projectEvents.map(({ type }) => type)].toSorted(), types.toSorted(), project);
          }
          // A repeated request after another change sets the budget again, which is one more event.
          const amounts = events.flatMap((event) =>
            event.type === 'member.budget_changed' ? event.data.member.monthly_budget?.amount : [],
          );
          assert.deepEqual(new Set(amounts), new Set(budgets));
          return events;
        },
        { timeoutMs: TIMEOUT_MS, intervalMs: 500 },
      );
      for (const [project, types] of projects) {
        const projectEvents = events
          .filter((event) => aboutProject(event) === project)
          .toSorted((one, other) => one.sequence! - other.sequence!);
        assert.deepEqual(
          projectEvents.map(({ type, sequence }) => [type, sequence]),
          types.map((type, index) => [type, index + 1]),
        );
      }
      t.diagnostic(`${events.length} events in ${receiver.received.length} requests`);
      assert.deepEqual((await feedIds()).toSorted(), events.map(({ id }) => id).toSorted(), 'the feed has the same');
    },
  );

  async function feedIds(): Promise<string[]> {
    const ids: string[] = [];
    for (let after: string | undefined; ;) {
      const { body } = await manager!.get(feed, { parameters: after === undefined ? {} : { after } });
      ids.push(...body.items.map(({ id }: { id: string }) => id));
      if (!body.has_more) return ids;
      after = body.next;
    }
  }
});
