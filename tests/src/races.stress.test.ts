import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually, gidOf, type ApiClient, type ApiResponse } from '@partner-ordering/testing';
import { openConsistencyChecks, type ConsistencyChecks } from './consistency.ts';
import { findOffer, orderOf, type Offer } from './orders.ts';
import { cloneDatabases, urlsOf, type Clones } from './databases.ts';
import { startTestSystem } from './system.ts';
import type { TestSystem } from './test-system.ts';

const ROUNDS = 200;
/** Number of concurrent rounds. */
const LANES = 4;

type Send = () => Promise<ApiResponse>;

/** An order, and two conflicting requests at the same moment. */
interface Round {
  project: string;
  rivals: readonly [Send, Send];
}

interface Race {
  rivals: string;
  prepare(): Promise<Round>;
  /** The outcome by the two statuses: the state of the order afterwards. */
  ends: Readonly<Record<string, string>>;
}

describe(`races between two requests, ${ROUNDS} rounds`, () => {
  let databases: Clones;
  let system: TestSystem;
  let checks: ConsistencyChecks;
  let user: ApiClient;
  let manager: ApiClient;
  let admin: ApiClient;
  let worker: { gid: string };
  let contest: Offer;
  let conversation: Offer;
  /** Acknowledged works and messages. */
  const acknowledged: string[] = [];
  before(async () => {
    databases = await cloneDatabases();
    system = await startTestSystem({ urls: urlsOf(databases) });
    checks = openConsistencyChecks(databases);
    const people = ['user', 'manager', 'admin'].map((name) => system.signIn(`${name}@example.com`));
    [user, manager, admin] = (await Promise.all(people)) as [ApiClient, ApiClient, ApiClient];
    worker = { gid: gidOf(await admin.create('/v1/workers', { service_id: 'racer', firstname: 'Kim', lastname: 'Sol' })) };
    [contest, conversation] = [await findOffer(user), await findOffer(user, { mode: 'solo' })];
  });
  after(async () => {
    await checks?.close();
    await system?.stop();
    await Promise.all(Object.values(databases).map((database) => database.drop()));
  });

  const order = (offer: Offer, state = 'published') => user.create('/v1/projects', orderOf(offer, { state }));
  const conversationWithWorker = async () => {
    const project = await order(conversation);
    await admin.put(project, { worker });
    return project;
  };
  const createWork = (project: string) => admin.post('/v1/works', { project: { gid: gidOf(project) }, worker });
  const say = (client: ApiClient, project: string, type: string) => client.post(`${project}/messages`, { message: '', type });
  const deliver = (project: string) => admin.post(`${project}/messages`, { message: 'Here it is', type: 'delivery', worker });
  const cancel = (client: ApiClient, project: string) => client.put(project, { status: 'canceled' });
  const choose = (client: ApiClient, project: string, work: string) => client.put(project, { winner: { gid: work } });

  const races: readonly Race[] = [
    {
      rivals: 'a winner and another winner',
      prepare: async () => {
        const project = await order(contest);
        const [one, other] = await Promise.all([createWork(project), createWork(project)].map(acknowledge));
        return { project, rivals: [() => choose(user, project, one!), () => choose(manager, project, other!)] };
      },
      ends: { '204 400': 'finished by choose_winner', '400 204': 'finished by choose_winner' },
    },
    {
      rivals: 'an accept and a reject',
      prepare: async () => {
        const project = await conversationWithWorker();
        await acknowledge(deliver(project));
        return { project, rivals: [() => say(user, project, 'accept'), () => say(manager, project, 'reject')] };
      },
      ends: { '201 400': 'finished by accept', '400 201': 'in_progress by reject' },
    },
    {
      rivals: 'a deletion and a publication',
      prepare: async () => {
        const project = await order(contest, 'draft');
        return { project, rivals: [() => user.delete(project), () => manager.put(project, { state: 'published' })] };
      },
      ends: { '204 404': 'gone', '403 204': 'in_progress by publish' },
    },
    {
      rivals: 'a cancelation and the first work',
      prepare: async () => {
        const project = await order(contest);
        return { project, rivals: [() => cancel(user, project), () => createWork(project)] };
      },
      ends: { '204 400': 'canceled by cancel', '400 201': 'in_progress by publish' },
    },
  ];

  for (const { rivals: title, prepare, ends } of races) {
    test(`only one of ${title} succeeds, and the other is refused`, async () => {
      const seen = new Set<string>();
      let round = 0;
      const lane = async (): Promise<void> => {
        while (round < ROUNDS) {
          const firstIndex = round++ % 2;
          const { project, rivals } = await eventually(prepare); // a slow machine answers 503 now and then
          const started = [rivals[firstIndex]!(), rivals[1 - firstIndex]!()];
          const answers = await Promise.all(firstIndex === 0 ? started : started.toReversed());
          for (const answer of answers) if (answer.status === 201) await acknowledge(Promise.resolve(answer));
          const statuses = answers.map(({ status }) => status).join(' ');
          assert.equal(await endOf(project), ends[statuses], `${statuses} ${JSON.stringify(answers.map(({ body }) => body))}`);
          seen.add(statuses);
        }
      };
      await Promise.all(Array.from({ length: LANES }, lane));
      assert.deepEqual([...seen].toSorted(), Object.keys(ends).toSorted(), 'each of the two was the first at times');

      await checks.assertHistories();
      await checks.assertBooked();
      await assertNothingLost();
      await eventually(() => checks.assertReceipts(), { timeoutMs: 15_000 });
    });
  }

  async function acknowledge(answer: Promise<ApiResponse>): Promise<string> {
    const { status, headers, body } = await answer;
    assert.equal(status, 201, JSON.stringify(body));
    const gid = gidOf(headers.get('location')!);
    acknowledged.push(gid);
    return gid;
  }

  /** The state of an order, and the command that led to it. */
  async function endOf(project: string): Promise<string> {
    const [found] = await checks.rows<{ end: string }>(
      'ordering',
      `select status || ' by ' || (select command from project_transition where project_gid = project.gid order by gid desc limit 1) as end
       from project where gid = $1`,
      [gidOf(project)],
    );
    return found?.end ?? 'gone';
  }

  /** Exactly the acknowledged works and messages exist; one work has won where there is a winner, one delivery is accepted per accept. */
  async function assertNothingLost(): Promise<void> {
    const storedRows = await checks.rows<{ gid: string }>('ordering', 'select gid from work union all select gid from project_message');
    assert.deepEqual(storedRows.map(({ gid }) => gid).toSorted(), acknowledged.toSorted());
    const winners = await checks.rows('ordering', 'select gid, winner_gid from project where winner_gid is not null order by gid');
    const worksThatWon = await checks.rows(
      'ordering',
      'select project_gid as gid, gid as winner_gid from work where won_at is not null order by project_gid',
    );
    assert.deepEqual(worksThatWon, winners);
    const wronglyAnswered = `
      select delivery.gid, delivery.accepted_at, delivery.rejected_at, count(answer.gid) as answers
      from project_message delivery left join project_message answer on answer.delivery_gid = delivery.gid
      where delivery.type = 'delivery' group by delivery.gid
      having array_agg(answer.type) is distinct from array[
        case when delivery.accepted_at is not null then 'accept' when delivery.rejected_at is not null then 'reject' end]`;
    assert.deepEqual(await checks.rows('ordering', wronglyAnswered), []);
  }
});
