import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { openDatabase, type Database } from '@partner-ordering/data';
import { newGid } from '@partner-ordering/kernel';
import type { Service, ServiceConfig } from '@partner-ordering/service';
import { eventually, testDatabase, testKeys, testMessaging, type TestDatabase } from '@partner-ordering/testing';
import { pino } from 'pino';
import { groupsToInvoice } from '../domain/collected-receipts.ts';
import { issueInvoice } from '../domain/issue-invoice.ts';
import { PaymentSource } from '../domain/payer/payment-source.ts';
import { Receipt } from '../domain/receipt.ts';
import { exampleSeller } from '../domain/seller.ts';
import { startStripeServer, type StripeServer } from '../fixtures/stripe-server.ts';
import { finishedProject, organizationOf } from '../fixtures/test-billing.ts';
import { createBilling } from '../service.ts';

const COUNT = 5;
const log = pino({ level: 'silent' });

const onDatabase = async (url: string, work: (service: Service) => Promise<void>): Promise<void> => {
  const parts = { databaseUrl: url, poolSize: 3, log, clock: () => new Date(), serviceKeys: testKeys('billing') };
  const service = await createBilling(parts as ServiceConfig);
  await work(service);
  await service.stop();
};

/** Adds receipts that wait to be charged, each to a customer of its own. */
const fill = (url: string, stripe: StripeServer): Promise<void> =>
  onDatabase(url, (service) =>
    service.write(async ({ em }, { addJob }) => {
      for (let index = 1; index <= COUNT; index++) {
        const [organization, customer] = [organizationOf(newGid()), stripe.customer('pm_ok')];
        const issued = { number: `R2026-${String(index).padStart(6, '0')}`, at: new Date() };
        const project = finishedProject(organization.gid);
        const receipt = Receipt.of({ project, organization, seller: exampleSeller, paymentRid: customer, issued });
        em.persist(receipt);
        em.persist(PaymentSource.create(organization.gid, { rid: customer }, issued.at));
        addJob({ name: 'charge_receipt', key: receipt.gid, data: { gid: receipt.gid } });
      }
    }),
  );

/** Does the work of the nights of the next month. */
const runMonth = (url: string): Promise<void> =>
  onDatabase(url, (service) =>
    service.write(async (tx, context) => {
      const clock = () => context.now;
      for (const group of await groupsToInvoice(tx, new Date(context.now.getTime() + 32 * 86_400_000), COUNT))
        await issueInvoice(tx, group, { seller: exampleSeller, clock, dueDays: 30 }, context);
    }),
  );

describe('a billing process killed while it charges', () => {
  let stripe: StripeServer;
  let own: TestDatabase;
  let messaging: TestDatabase;
  let folder: string;
  let database: Database;
  let survivor: ChildProcess | undefined;
  beforeEach(async () => {
    stripe = await startStripeServer();
    own = await testDatabase('billing_child', (url) => onDatabase(url, (service) => service.migrate()));
    messaging = await testMessaging();
    folder = await mkdtemp(join(tmpdir(), 'billing-'));
    database = await openDatabase({ url: own.url, entities: [], migrations: [], poolSize: 3, applicationName: 'crash test' });
  });
  afterEach(async () => {
    if (survivor?.kill('SIGKILL')) await once(survivor, 'exit');
    await database.close();
    await Promise.all([own.drop(), messaging.drop(), rm(folder, { recursive: true }), stripe.close()]);
  });

  const run = (more: NodeJS.ProcessEnv = {}): ChildProcess =>
    spawn(process.execPath, [join(import.meta.dirname, '../fixtures/billing-child.ts'), own.url, messaging.url, folder, stripe.url], {
      env: { ...process.env, ...more },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const sql = <Row extends object>(text: string, ...values: unknown[]) => database.query<Row>({ text, values });
  async function crash(point: string): Promise<void> {
    assert.deepEqual(await once(run({ CRASH_AT: point }), 'exit'), [null, 'SIGKILL'], point);
    await sql('update job set leased_until = now() where leased_until > now()');
  }

  test('a crash leaves no receipt both charged and invoiced, even if its payment source is deleted before the recording', async () => {
    await fill(own.url, stripe);
    await crash('receipt-charge');
    const known = (await sql<{ gid: string }>('select organization_gid as gid from receipt')).map(({ gid }) => organizationOf(gid));
    await sql(
      `insert into shared_state (type, key, version, state) select 'organization', state->>'gid', 1, state from jsonb_array_elements($1) state`,
      JSON.stringify(known),
    );
    await sql('delete from payment_source');
    await runMonth(own.url);
    survivor = run();
    await eventually(async () => assert.deepEqual(await sql(`select from job where name = 'charge_receipt'`), []), { timeoutMs: 60_000 });
    await runMonth(own.url);
    const receipts = await sql<{ project: string; status: string; invoice_gid: string | null }>(
      'select project_gid as project, status, invoice_gid from receipt',
    );
    const intents = [...stripe.intents.values()].map(({ metadata }) => metadata.partner_ordering_project as string);
    assert.ok(intents.length > 0 && new Set(intents).size === intents.length, 'some were charged, none twice');
    assert.equal(receipts.length, COUNT);
    for (const { project, status, invoice_gid: invoice } of receipts)
      assert.deepEqual([status, invoice !== null], intents.includes(project) ? ['paid', false] : ['open', true]);
  });

  test('a crash leaves each receipt charged once and paid in the end, even if Stripe has forgotten its keys', async () => {
    await fill(own.url, stripe);
    await crash('receipt-charge:3');
    assert.ok(stripe.intents.size > 0, 'Stripe has charged what no one has recorded');
    stripe.forgetKeys();
    survivor = run();
    const paid = `select count(*)::int as count from receipt join payment on receipt_gid = gid where receipt.status = 'paid' and received_minor = total_minor`;
    await eventually(async () => assert.deepEqual(await sql(paid), [{ count: COUNT }]), { timeoutMs: 60_000 });
    const charged = [...stripe.intents.values()].map(({ amount_received: amount }) => amount as number);
    assert.deepEqual(
      charged,
      Array.from({ length: COUNT }, () => 30_000),
    );
  });
});
