import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { eventually } from '@partner-ordering/testing';
import { address, finishedProject, organizationOf, projectEvent, sharedBilling, type TestBilling } from '../fixtures/test-billing.ts';
import { exampleSeller } from '../domain/seller.ts';
import { billProjects } from '../domain/bill-projects.ts';

const seller = { ...exampleSeller, country: 'FR' };

describe('finished projects', () => {
  let billing: TestBilling;
  before(async () => {
    billing = await sharedBilling();
  });

  const numbers = async (organization: string): Promise<string[]> => {
    const rows = await billing.service.database.query<{ number: string }>({
      text: 'select number from receipt where organization_gid = $1 order by number',
      values: [organization],
    });
    return rows.map((row) => row.number);
  };

  test("a receipt charges the VAT rate of its buyer's country", async () => {
    const organization = await billing.organization();
    const receipt = await billing.finish(finishedProject(organization, { price: { amount_minor: 3_363, currency: 'EUR' } }));
    assert.deepEqual(receipt['vat'], { amount: 6.73, ratio: 0.2, currency: 'EUR' });
    assert.deepEqual(receipt['total'], { amount: 40.36, currency: 'EUR' });
  });

  test("a receipt charges the VAT rate of the buyer's postal code, not only of the country", async () => {
    const vatIn = async (country: string, zipcode: string) => {
      const organization = await billing.organization({ billing_address: { ...address, country, zipcode } });
      const receipt = await billing.finish(finishedProject(organization));
      return [receipt['vat'].ratio, receipt['total'].amount];
    };
    assert.deepEqual(await vatIn('MC', '98000'), [0.2, 300]);
    assert.deepEqual(await vatIn('FR', '97400'), [0.085, 271.25]);
    assert.deepEqual(await vatIn('ES', '35001'), [0, 250]);
  });

  test('the receipt of a test organization is paid at once and numbered in a series of its own', async () => {
    const organization = await billing.organization({ test: true });
    const receipt = await billing.finish(finishedProject(organization));
    assert.match(receipt['number'], /^T\d{4}-\d{6}$/);
    assert.deepEqual([receipt['status'], receipt['test']], ['paid', true]);
    assert.ok(receipt['paid_at']);
  });

  test('a project gets one receipt, however often and in whatever version its state arrives', async () => {
    const organization = await billing.organization();
    const project = finishedProject(organization);
    const id = newGid();
    const events = [projectEvent(project, { id }), projectEvent(project, { id }), projectEvent(project, { version: 2 })];
    await billing.append(...events, projectEvent(project, { version: 1 }));
    await billing.append(projectEvent(project, { version: 3 }));
    await billing.finish(finishedProject(organization));

    assert.equal((await numbers(organization)).length, 2);
  });

  test("a project of a still unknown organization is billed once the organization's state arrives", async () => {
    const organization = newGid();
    const project = finishedProject(organization);
    await billing.append(projectEvent(project));
    await billing.follow({ type: 'organization', key: organization, state: organizationOf(organization) });

    await eventually(async () => assert.equal((await numbers(organization)).length, 1));
  });

  test('a project that is a draft, in progress, canceled or deleted gets no receipt', async () => {
    const organization = await billing.organization();
    const others = (['draft', 'in_progress', 'canceled'] as const).map((status) => projectEvent(finishedProject(organization, { status })));
    const deleted = projectEvent(null, { key: newGid() });
    await billing.append(...others, deleted);
    await billing.finish(finishedProject(organization));

    assert.equal((await numbers(organization)).length, 1);
  });

  test('receipt numbers start at 1 each year, and a clock set back reopens no year', async () => {
    const organization = await billing.organization({ test: true });
    const bill = (now: string) =>
      billing.service.write((tx, context) => {
        const project = finishedProject(organization, { owner: billing.admin.gid });
        return billProjects(tx, [project], { seller, clock: () => new Date(now), chargesAutomatically: false }, context);
      });
    await bill('2090-12-31T23:59:59.999Z');
    await bill('2091-01-01T00:00:00Z');
    await bill('2090-12-31T23:59:59.999Z');
    assert.deepEqual(
      await numbers(organization),
      ['T2090-000001', 'T2091-000001', 'T2091-000002'],
      'a clock that goes back reopens no year',
    );
  });
});
