import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import { testService, type ApiClient, type TestService } from '@partner-ordering/testing';
import { createNotes } from '@partner-ordering/testing/notes';

describe('lists that take PostgreSQL too long', () => {
  let service: TestService;
  let user: ApiClient;
  before(async () => {
    service = await testService('notes', createNotes, { log: pino({ level: 'silent' }) });
    user = await service.signIn();
    await user.create('/v1/notes', { title: 'logo' });
    const slowly = 'alter table note rename to quick; create view note as select * from quick where pg_sleep(60) is not null';
    await service.service.database.pool.query(slowly);
  });
  after(() => service.stop());

  test('503 with `Retry-After` answers a list, a count and a search, and names the parameter that is too expensive', async () => {
    const query = '["title","==","logo"]';
    const requests = [
      ['/v1/notes', { query }, 'query'],
      ['/v1/notes/total_count', { query }, 'query'],
      ['/v1/notes', { search: 'logo' }, 'search'],
      ['/v1/notes', { offset: 1, limit: 1 }, 'offset'],
    ] as const;
    const answers = await Promise.all(requests.map(([path, parameters]) => user.get(path, { parameters })));
    for (const [index, { status, headers, body }] of answers.entries()) {
      assert.deepEqual([status, headers.get('retry-after'), body.error.reason], [503, '1', 'unavailable']);
      assert.deepEqual(body.error.details, [{ path: requests[index]![2], code: 'too_expensive', message: 'is too expensive' }]);
    }
  });
});
