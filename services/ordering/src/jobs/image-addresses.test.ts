import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createOrdering } from '../service.ts';
import { testService, type TestService } from '@partner-ordering/testing';

describe('images of the release before', () => {
  let ordering: TestService;
  before(async () => {
    ordering = await testService('ordering', createOrdering);
  });
  after(() => ordering?.stop());

  test('get their address at once, and again an hour and three days later, as an instance of that release may run beside this one', async () => {
    const text = `select round(extract(epoch from run_at - added_at) / 3600)::int as hours from job where name = 'find_image_addresses' and run_at > added_at order by run_at`;
    const planned = await ordering.service.database.query<{ hours: number }>({ text, values: [] });
    assert.deepEqual(planned.map(({ hours }) => hours), [1, 72]); // prettier-ignore
  });
});
