import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { requests } from './kafka-producer.ts';

const message = (kilobytes: number) => ({ key: 'k', value: 'x'.repeat(kilobytes * 1_024) });

describe('requests to Kafka', () => {
  test('messages are split into requests of at most 768 KiB, in order', () => {
    const messages = [500, 200, 100, 700, 10].map(message);
    assert.deepEqual(
      requests(messages).map((part) => part.map(({ value }) => value.length / 1_024)),
      [[500, 200], [100], [700, 10]],
    );
  });

  test('a longer message is sent alone', () => {
    assert.deepEqual(
      requests([message(1), message(2_000), message(1)]).map((part) => part.length),
      [1, 1, 1],
    );
  });
});
