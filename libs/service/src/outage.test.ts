import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import { isUnavailableSoon, outageStage } from './fixtures/cable.ts';

// More of it, which takes longer, is in outage.stress.test.ts.

describe('outages of PostgreSQL', () => {
  let stage: Awaited<ReturnType<typeof outageStage>>;
  before(async () => void (stage = await outageStage()));
  after(() => stage.stop());

  test('503 soon for reads and writes during repeated outages, then automatic recovery', async () => {
    const { cable, service, user, href } = stage;
    for (let outage = 0; outage < 3; outage++) {
      await cable.cut();
      for (let round = 0; round < 2; round++) {
        await Promise.all([
          ...[href, '/v1/notes', '/v1/notes/total_count'].map((path) => isUnavailableSoon(user.get(path))),
          ...Array.from({ length: 8 }, () => isUnavailableSoon(user.post('/v1/notes', { title: 'Never' }))),
          isUnavailableSoon(user.put(href, { count: 1 })),
        ]);
      }
      assert.equal((await service.anonymous.get('/readyz')).status, 503);
      assert.equal((await service.anonymous.get('/livez')).status, 200);
      await cable.mend();
      await eventually(async () => assert.equal((await user.get(href)).status, 200), { timeoutMs: 5_000 });
      // More at once than the pool has connections: none was lost.
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, index) => user.post('/v1/notes', { title: `After ${outage} ${index}` })),
      );
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
      assert.equal((await service.anonymous.get('/readyz')).status, 200);
    }
    assert.equal((await user.get('/v1/notes/total_count', { parameters: { query: ['title', '==', 'Never'] } })).body.total_count, 0);
  });
});
