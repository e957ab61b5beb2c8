import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import type { AttemptOutcome } from '../domain/deliveries/record-outcomes.ts';
import { Recorder, type RecorderOptions } from './recorder.ts';

const log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
} as unknown as RecorderOptions['log'];
const outcome = (gid: string): AttemptOutcome => ({ delivery: { gid } }) as AttemptOutcome;

describe('outcomes', () => {
  /** With `record` of the test; what was recorded and what was given back. */
  function recorder(record: RecorderOptions['record']) {
    const [ended, postponed] = [[] as string[], [] as string[]];
    const gid = ({ delivery }: AttemptOutcome) => delivery.gid;
    const options = {
      ...{ record, log },
      onRecorded: (outcomes: readonly AttemptOutcome[]) => void ended.push(...outcomes.map(gid)),
      postpone: (one: AttemptOutcome) => Promise.resolve(void postponed.push(gid(one))),
    };
    return { ended, postponed, recorder: new Recorder(options) };
  }

  test('that cannot be recorded are given back, and do not hold up the others', async () => {
    const found = recorder((outcomes) =>
      outcomes.some(({ delivery }) => delivery.gid === '7')
        ? Promise.reject(Object.assign(new Error('duplicate key'), { code: '23505' }))
        : Promise.resolve([]),
    );
    for (let count = 0; count < 20; count++) found.recorder.add(outcome(`${count}`));
    await eventually(() => found.ended.length === 20);
    assert.deepEqual(found.postponed, ['7']);
  });

  test('of organizations that are busy are recorded later, and do not hold up the others', async () => {
    let isBusy = true;
    const found = recorder((outcomes) => Promise.resolve(outcomes.filter(({ delivery }) => isBusy && delivery.gid === 'busy')));
    for (const gid of ['busy', 'free']) found.recorder.add(outcome(gid));
    await eventually(() => found.ended.length === 1);
    assert.deepEqual(found.ended, ['free']);
    isBusy = false;
    await eventually(() => found.ended.length === 2);
    assert.deepEqual(found.postponed, []);
  });

  test('are kept while the database is down, and recorded when it is back', async () => {
    let failures = 2;
    const found = recorder(() => (failures-- > 0 ? Promise.reject(new Error('Connection terminated')) : Promise.resolve([])));
    found.recorder.add(outcome('1'));
    await eventually(() => found.ended.length === 1);
    assert.deepEqual([found.ended, found.postponed], [['1'], []]);
  });

  test('that are known when it stops are recorded once more', async () => {
    let fails = true;
    const found = recorder(() => (fails ? Promise.reject(new Error('Connection terminated')) : Promise.resolve([])));
    found.recorder.add(outcome('1'));
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    fails = false;
    await found.recorder.stop();
    assert.deepEqual(found.ended, ['1']);
  });
});
