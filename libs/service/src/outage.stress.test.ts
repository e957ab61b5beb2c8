import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import { closeGate, gate } from '@partner-ordering/testing/notes';
import { Cable, isUnavailableSoon, notesBehind, outageStage } from './fixtures/cable.ts';

describe('outages of PostgreSQL', () => {
  let stage: Awaited<ReturnType<typeof outageStage>>;
  before(async () => void (stage = await outageStage()));
  after(() => stage.stop());

  test('503 for writes that an outage interrupts, which have no effect; their connections come back', async () => {
    const { cable, service, user, href } = stage;
    for (let outage = 0; outage < 8; outage++) {
      closeGate();
      const interrupted = user.post('/v1/trials/wait', {});
      await gate.entered.promise;
      await cable.cut();
      // Once the service knows that the connection is lost, it sends no COMMIT.
      await eventually(() => service.service.database.pool.totalCount === 0);
      gate.opened.resolve();
      await isUnavailableSoon(interrupted);
      await cable.mend();
    }
    await eventually(async () => assert.equal((await user.get(href)).status, 200));
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => user.post('/v1/notes', { title: `Again ${index}` })));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
    assert.equal((await user.get('/v1/notes/total_count', { parameters: { query: ['title', '==', 'waited'] } })).body.total_count, 0);
  });

  test('503 within 10 s while PostgreSQL hangs, however many requests wait, then automatic recovery', async () => {
    const { cable, service, user, href } = stage;
    cable.hang();
    for (let round = 0; round < 2; round++) {
      await Promise.all([
        ...Array.from({ length: 30 }, () => isUnavailableSoon(user.get(href))),
        ...Array.from({ length: 10 }, () => isUnavailableSoon(user.post('/v1/notes', { title: 'Never' }))),
      ]);
      assert.equal((await service.anonymous.get('/readyz')).status, 503);
      assert.equal((await service.anonymous.get('/livez')).status, 200);
    }
    cable.resume();
    await eventually(async () => assert.equal((await user.get(href)).status, 200));
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => user.post('/v1/notes', { title: `Later ${index}` })));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
  });
});

test('a starting service opens connections, so the first requests need no new one', async () => {
  const cable = new Cable();
  const service = await notesBehind(cable);
  try {
    cable.takeNoNew();
    // More than these two, as jobs of the service may use one at the same moment.
    const { database } = service.service;
    assert.ok(database.pool.totalCount >= 3, `${database.pool.totalCount} connections`);
    await Promise.all(Array.from({ length: 2 }, () => database.query({ text: 'select pg_sleep(0.2)', values: [] })));
    assert.equal((await service.anonymous.get('/readyz')).status, 200);
  } finally {
    cable.resume();
    await service.stop();
    await cable.cut();
  }
});
