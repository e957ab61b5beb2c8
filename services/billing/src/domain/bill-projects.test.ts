import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually, lockIsAwaited, recordOutbox, type RecordedEvent } from '@partner-ordering/testing';
import type { ProjectState } from '../../generated/events.ts';
import { finishedProject, projectEvent, testBilling, type TestBilling } from '../fixtures/test-billing.ts';
import { billProjects } from './bill-projects.ts';
import { exampleSeller } from './seller.ts';

const YEAR = 2080;
const settings = {
  seller: { ...exampleSeller, country: 'FR' },
  clock: () => new Date(`${YEAR}-03-01T12:00:00Z`),
  chargesAutomatically: true,
};
const money = (minor: number) => ({ amount_minor: minor, currency: 'EUR' });

describe('projects billed together', () => {
  let billing: TestBilling;
  let outbox: () => Promise<RecordedEvent[]>;
  before(async () => {
    billing = await testBilling();
    outbox = await recordOutbox(billing.service.database);
  });
  after(() => billing.stop());

  const sql = (text: string, ...values: unknown[]) => billing.service.database.query<Record<string, string>>({ text, values });
  const bill = (projects: readonly ProjectState[]) => billing.service.write((tx, context) => billProjects(tx, projects, settings, context));
  const of = (organization: string, changes: Partial<ProjectState> = {}) =>
    finishedProject(organization, { owner: billing.admin.gid, ...changes });
  const numbersOf = async (projects: readonly ProjectState[]): Promise<(string | undefined)[]> => {
    const rows = await sql('select project_gid as project, number from receipt where project_gid = any($1)', [
      ...new Set(projects.map(({ gid }) => gid)),
    ]);
    assert.equal(new Set(rows.map(({ project }) => project)).size, rows.length);
    return projects.map(({ gid }) => rows.find(({ project }) => project === gid)?.['number']);
  };

  test('projects in a batch get numbers in their order and one receipt each; only new receipts are published', async () => {
    const [one, other, tests] = [await billing.organization(), await billing.organization(), await billing.organization({ test: true })];
    const [fresh, billed, last] = [of(one), of(one), of(other)];
    const [test1, test2] = [of(tests), of(tests)];
    const free = of(other, { price: money(0) });
    await bill([billed]);
    const begun = (await outbox()).length;

    const projects = [fresh, test1, billed, fresh, free, test2, last];
    await bill(projects);
    const [r, t] = [(index: number) => `R${YEAR}-00000${index}`, (index: number) => `T${YEAR}-00000${index}`];
    assert.deepEqual(await numbersOf(projects), [r(2), t(1), r(1), r(2), r(3), t(2), r(4)]);
    assert.deepEqual(await sql('select status from receipt where project_gid = $1', free.gid), [{ status: 'paid' }]);
    const events = (await outbox()).slice(begun).filter(({ event }) => event.type === 'receipt.created');
    const gids = await sql('select project_gid as gid, number from receipt');
    assert.deepEqual(
      events.map(({ event }) => gids.find(({ gid }) => event.subject === `receipt/${gid}`)?.['number']),
      [r(2), t(1), r(3), t(2), r(4)],
    );
  });

  test('concurrent batches, a third of which fail, leave no gap in either number series', async () => {
    const [one, tests] = [await billing.organization(), await billing.organization({ test: true })];
    const batches = Array.from({ length: 24 }, (_, index) => {
      const projects = [of(one), of(tests), of(one), of(tests)];
      return index % 2 ? projects : projects.toReversed();
    });
    const ends = await Promise.allSettled(
      batches.map((projects, index) =>
        billing.service.write(async (tx, context) => {
          await billProjects(tx, projects, settings, context);
          if (index % 3 === 0) throw new RangeError('crashed');
        }),
      ),
    );
    const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []));
    assert.deepEqual(
      reasons,
      Array.from({ length: 8 }, () => 'RangeError: crashed'),
    );
    for (const organization of [one, tests]) {
      const rows = await sql('select number from receipt where organization_gid = $1 order by number', organization);
      const given = rows.map(({ number }) => Number(number!.split('-')[1]));
      assert.deepEqual(
        given,
        Array.from({ length: 32 }, (_, index) => given[0]! + index),
      );
    }
  });

  test('two transactions with several batches each cause no deadlock, in whichever order they take the number series', async () => {
    const [one, tests] = [await billing.organization(), await billing.organization({ test: true })];
    const begun = Promise.withResolvers<void>();
    let runs = 0;
    const billInTurn = (projects: readonly ProjectState[], between?: () => Promise<void>) =>
      billing.service.write(async (tx, context) => {
        runs++;
        await billProjects(tx, [projects[0]!], settings, context);
        await between?.();
        await billProjects(tx, [projects[1]!], settings, context);
      });
    const first = billInTurn([of(tests), of(one)], async () => {
      begun.resolve();
      await lockIsAwaited(billing.service.database.pool);
    });
    await begun.promise;
    await Promise.all([first, billInTurn([of(one), of(tests)])]);
    assert.equal(runs, 2);
  });

  test('a project that cannot be billed is set aside, and the others are billed once each without a gap', async () => {
    const organization = await billing.organization();
    const projects = Array.from({ length: 12 }, () => finishedProject(organization));
    const bad = finishedProject(organization, { price: null });
    await billing.append(...[...projects.slice(0, 5), bad, ...projects.slice(5)].map((project) => projectEvent(project)));
    await eventually(async () => assert.ok((await numbersOf(projects)).every((number) => number !== undefined)));
    const given = (await numbersOf(projects)).map((number) => Number(number!.split('-')[1]));
    assert.deepEqual(
      given,
      Array.from({ length: 12 }, (_, index) => given[0]! + index),
    );
    assert.deepEqual(await numbersOf([bad]), [undefined]);
    const letters = (await outbox()).filter(({ topic }) => topic === 'billing.dlq').map(({ event }) => event.data as { value: string });
    assert.deepEqual(
      letters.map(({ value }) => (JSON.parse(value) as { data: ProjectState }).data.gid),
      [bad.gid],
    );
  });
});
