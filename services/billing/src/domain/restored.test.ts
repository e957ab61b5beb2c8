import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Queryable } from '@partner-ordering/data';
import { eventually, keepOutbox } from '@partner-ordering/testing';
import { finishedProject, testBilling, type TestBilling } from '../fixtures/test-billing.ts';

describe('the numbers of receipts', () => {
  let billing: TestBilling;
  before(async () => void (billing = await testBilling()));
  after(() => billing.stop());

  const query: Queryable['query'] = (statement) => billing.service.database.query(statement);
  /** As if an empty database had been restored. */
  async function empty(): Promise<void> {
    await eventually(async () => assert.deepEqual(await query({ text: 'select from outbox', values: [] }), []));
    await query({ text: 'truncate receipt, lost_state, state_generation', values: [] });
    await query({ text: 'update number_series set year = 0, last_number = 0', values: [] });
    await query({ text: `delete from shared_state where type in ('receipt', 'account', 'number_series')`, values: [] });
  }
  /** Its last event is written then. */
  const hasFile = (href: string) => eventually(async () => (await billing.admin.get(href)).body.file !== null);
  const republish = () => billing.service.republish({ isDryRun: false, onLost: () => undefined });

  test('go on behind all that were published, and after a further restore too', async () => {
    const organization = await billing.organization();
    const numbers: string[] = [];
    const finish = async (): Promise<void> => {
      const { number, href } = await billing.finish(finishedProject(organization));
      numbers.push(number);
      await hasFile(href);
    };
    for (let count = 0; count < 2; count++) await finish();
    for (let restores = 0; restores < 2; restores++) {
      await empty();
      await republish();
    }
    await finish();
    assert.deepEqual(numbers.map((number) => Number(number.split('-')[1])), [1, 2, 3]); // prettier-ignore
  });

  test('are given again to receipts that were lost, of which nobody is told a second time', async () => {
    const project = finishedProject(await billing.organization({ test: true }));
    const outbox = await keepOutbox(billing.service.database);
    const types = async () => (await outbox()).filter(({ topic }) => topic === 'billing.facts').map(({ event }) => event.type);
    const { number, href } = await billing.finish(project);
    await hasFile(href);
    assert.deepEqual(await types(), ['receipt.created', 'receipt.paid', 'receipt.file_added']);
    await empty();
    await republish();
    assert.equal((await billing.finish(project))['number'], number);
    assert.equal((await types()).length, 3);
  });
});
