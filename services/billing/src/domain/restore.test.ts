import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import type { ProjectState } from '../../generated/events.ts';
import { finishedProject } from '../fixtures/test-billing.ts';
import { stripeBilling } from '../fixtures/test-stripe.ts';

/** The tables whose rows a restore of billing's database takes back. */
const TABLES = ['receipt', 'credit_note', 'invoice', 'number_series', 'payment', 'refund', 'shared_state', 'inbox'];

test('a restore past paid orders charges each of them once, and gives no number twice', async () => {
  const billing = await stripeBilling();
  const sql = (text: string) => billing.service.database.query({ text, values: [] });
  const organization = await billing.organization();
  const useSource = (): Promise<unknown> =>
    billing.admin.create(`/v1/orgs/${organization}/payment_source`, { rid: billing.stripe.customer('pm_ok') });
  await useSource();
  const paid = async (project: ProjectState): Promise<string> => {
    const { href, number } = await billing.finish(project);
    await eventually(async () => assert.equal((await billing.admin.get(href)).body.status, 'paid'));
    return number;
  };
  const isIdle = () =>
    eventually(async () => {
      assert.deepEqual(await sql('select name from job where run_at <= now()'), []);
      assert.deepEqual(await sql('select from outbox'), []);
    });

  const numbers = [await paid(finishedProject(organization))];
  await isIdle();
  await sql('create schema backup');
  for (const table of TABLES) await sql(`create table backup.${table} as table ${table}`);
  const projects = [finishedProject(organization), finishedProject(organization)];
  for (const project of projects) numbers.push(await paid(project));
  await isIdle();
  for (const table of TABLES) await sql(`truncate ${table}`);
  for (const table of TABLES) await sql(`insert into ${table} select * from backup.${table}`);
  await billing.service.acceptRestore();
  // A day has passed since they were charged.
  billing.stripe.forgetKeys();
  for (const intent of billing.stripe.intents.values()) intent['created'] -= 86_400;
  // The instance learns within 2 s that its database was accepted.
  await eventually(useSource, { timeoutMs: 10_000 });

  for (const project of projects) numbers.push(await paid(project));
  assert.equal(new Set(numbers).size, 5, numbers.join());
  assert.deepEqual(
    [...billing.stripe.intents.values()].map(({ amount_received: amount }) => amount),
    [30_000, 30_000, 30_000],
  );
  assert.deepEqual(await billing.service.checkIntegrity(), []);
  await billing.stop();
});
