import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readAccepted, undecided, withoutBreaks } from './accepted-breaks.ts';

const head = '# What this file is.\n# And more of it.\n';
const file = `${head}
# Nobody needs it,
# so it went.
GET /v1/a removed
GET /v1/b removed

# It was wrong.
billing: GET /internal/c removed
`;
const accepted = readAccepted(file);

describe('the breaks that were decided', () => {
  test('have the reason that stands before them', () => {
    assert.deepEqual(accepted, [
      { line: 'GET /v1/a removed', reason: 'Nobody needs it, so it went.' },
      { line: 'GET /v1/b removed', reason: 'Nobody needs it, so it went.' },
      { line: 'billing: GET /internal/c removed', reason: 'It was wrong.' },
    ]);
  });

  test('are refused without a reason', () => {
    assert.throws(() => readAccepted(`${file}\nGET /v1/d removed\n`), /gives no reason for: GET \/v1\/d removed$/);
  });

  test('let nothing else pass, and nothing stay that does not break', () => {
    const breaks = accepted.map(({ line }) => line);
    assert.deepEqual(undecided(breaks, accepted), []);
    assert.deepEqual(undecided([...breaks, 'GET /v1/a removed more'], accepted), ['GET /v1/a removed more']);
    assert.deepEqual(undecided(breaks.slice(1), accepted), ['accepted-breaks.txt accepts what does not break: GET /v1/a removed']);
  });

  test('are gone after a release, and what the file is stays', () => {
    assert.equal(withoutBreaks(file), head);
    assert.deepEqual(readAccepted(withoutBreaks(file)), []);
  });
});
