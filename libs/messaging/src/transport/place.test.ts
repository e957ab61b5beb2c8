import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { testService, type TestService } from '../fixtures/things.ts';
import { countStopped, findPlace, resetOffsets, type LogBounds } from './place.ts';

const topicPartition = { topic: 'things.facts', partition: 2 };

describe('the place of a group in a log', () => {
  let service: TestService;
  before(async () => (service = await testService()));
  after(() => service.drop());
  beforeEach(() => service.database.pool.query('delete from consumer_offset'));

  const find = (bounds: LogBounds): Promise<number> =>
    findPlace({ database: service.database, group: 'orders' }, topicPartition, async () => bounds);
  const standAt = (position: number): Promise<unknown> =>
    service.database.pool.query(
      `insert into consumer_offset (consumer_group, topic, partition, position) values ('orders', 'things.facts', 2, $1)`,
      [position],
    );
  const stopped = async (): Promise<number | undefined> => (await countStopped(service.database))[0]?.partitions;

  test('a new group begins where the log does, and loses nothing after it', async () => {
    assert.equal(await find({ begin: 40, end: 90 }), 40);
    assert.equal(await find({ begin: 40, end: 95 }), 40);
    await assert.rejects(find({ begin: 41, end: 95 }));
  });

  const losses: [string, LogBounds][] = [
    ['begins after the offset', { begin: 51, end: 90 }],
    ['ends before the offset', { begin: 0, end: 49 }],
    ['is all newer than what was read', { begin: 0, end: 90, newFrom: 0 }],
  ];
  for (const [loss, bounds] of losses)
    test(`a log that ${loss} is not read until that is mended or the offsets are reset`, async () => {
      await standAt(50);
      await assert.rejects(find(bounds), /^Error: Reading things.facts \(partition 2\) stops until recover: /);
      assert.equal(await stopped(), 1);
      assert.deepEqual([await find({ begin: 0, end: 50, newFrom: 50 }), await stopped()], [50, 0]);
      await assert.rejects(find(bounds));
      await resetOffsets(service.database);
      assert.deepEqual([await find(bounds), await stopped()], [bounds.begin, 0]);
    });
});
