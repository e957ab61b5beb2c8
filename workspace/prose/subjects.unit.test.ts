import assert from 'node:assert/strict';
import { test } from 'node:test';
import { subjectFaults } from './subjects.ts';

test('a subject begins with a verb in the imperative, has its form and at most 72 characters', () => {
  assert.deepEqual(subjectFaults('feat(ordering): cancel a project'.replace('cancel', 'close')), []);
  assert.deepEqual(subjectFaults('fix(data,http)!: count each row once'), []);
  for (const [subject, fault] of [
    ['fix(data): rows are counted once', /'rows' is no verb/],
    ['fix(data): counts each row once', /'counts' is no verb/],
    ['Count each row once', /reads `type\(scope\)/],
    ['fix(data): count each row once.', /without a full stop/],
    [`fix(data): count ${'x'.repeat(60)}`, /at most 72 characters/],
  ] as const)
    assert.match(subjectFaults(subject).join(), fault, subject);
});
