import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { newGid, serviceNames } from '@partner-ordering/kernel';
import type { Document } from '@partner-ordering/openapi';
import type { ApiResponse } from '@partner-ordering/testing';
import { sharedBelongings } from '../belongings-system.ts';
import { type Operation, Operations } from '../document.ts';
import { finishContest } from '../orders.ts';
import { bodyOf, pathOf, uploadPicture } from '../requests.ts';

const { system, bakery, admin } = await sharedBelongings();
// The public document has the preference in words only.
const operations = serviceNames.flatMap((service) => {
  const file = new URL(`../../../services/${service}/generated/openapi.json`, import.meta.url);
  return new Operations(JSON.parse(readFileSync(file, 'utf8')) as Document).all;
});
const writes = operations.filter(({ method, isPublic, body }) => /^(POST|PUT)$/.test(method) && !isPublic && body !== undefined);
const takesIt = ({ parameters }: Operation): boolean => parameters.some(({ name }) => name === 'Prefer');

const prefer = { prefer: 'wait=5, return=representation' };
const applied = ({ headers }: ApiResponse): string | null => headers.get('preference-applied');
/** Presence is recorded with a delay. */
const withoutLastSeen = ({ last_seen: _, ...body }: Record<string, unknown>) => body;

/** Requests that replace those of requests.ts that would be refused here. */
async function otherRequests(): Promise<Record<string, { at?: string; body?: object }>> {
  const user = await system.signIn('user@example.com');
  const finished = await finishContest(user, admin, bakery.offer);
  const { winner } = await admin.api.getProject(finished);
  const { worker } = await admin.api.getWork(winner!.gid);
  const { project: running } = await admin.api.getWork(bakery.work);
  const person = { email: `${newGid()}@example.com`, firstname: 'Robin', lastname: 'Reed', locale: 'en' as const };
  const marks = { quality: 5, reactivity: 5, communicativeness: 5, work_with_again: 5 };
  return {
    createMembership: { at: `/v1/users/${(await admin.api.createUser(person)).gid}/member_of` },
    createWork: { body: { project: running, worker } },
    createReview: { body: { project: { gid: finished }, worker, ...marks } },
    createMessage: { at: `/v1/projects/${finished}/messages` },
    addSourceFile: { at: `/v1/projects/${finished}/source_files`, body: { url: await uploadPicture(system, 'admin@example.com') } },
    addBriefFile: { body: { url: await uploadPicture(system, 'admin@example.com') } },
    shareProject: { body: { email: 'manager@example.com' } },
  };
}

describe('Prefer: return=representation', () => {
  test('201 and 200 have the body and tag of GET for every supporting operation, and others ignore the preference', async () => {
    const otherCalls = await otherRequests();
    const refused = [];
    for (const write of writes) {
      const { at = pathOf(write.path, bakery), body = bodyOf(write.operationId, bakery) as object } = otherCalls[write.operationId] ?? {};
      const answer = await admin[write.method === 'POST' ? 'post' : 'put'](at, body, { headers: prefer });
      if (takesIt(write) && answer.status >= 400) refused.push(write.operationId);
      else if (!takesIt(write)) assert.equal(applied(answer), null, write.operationId);
      else {
        const read = await admin.get(write.method === 'POST' ? answer.headers.get('location')! : at);
        assert.deepEqual(
          [answer.status, applied(answer)],
          [write.method === 'POST' ? 201 : 200, 'return=representation'],
          write.operationId,
        );
        assert.deepEqual(withoutLastSeen(answer.body), withoutLastSeen(read.body), write.operationId);
        assert.equal(answer.headers.get('etag'), read.headers.get('etag'), write.operationId);
      }
    }
    // createInvoice needs a receipt without an invoice, and may or may not find one.
    assert.deepEqual(new Set([...refused, 'createInvoice']), new Set(['createInvoice']));
    assert.ok(writes.filter(takesIt).length >= 30);
  });

  test('201 of a replayed write has the current resource, and no body once the resource is deleted', async () => {
    const headers = { ...prefer, 'idempotency-key': newGid() };
    const write = () => admin.post('/v1/categories', { title: 'First' }, { headers });
    const first = await write();
    const path = first.headers.get('location')!;
    await admin.put(path, { title: 'Second' });
    const second = await write();
    await admin.delete(path);
    const third = await write();
    assert.deepEqual([first.body.title, second.body.title, third.body], ['First', 'Second', '']);
    assert.deepEqual([first, second, third].map(applied), ['return=representation', 'return=representation', null]);
    assert.deepEqual(new Set([first, second, third].map(({ status, headers }) => [status, headers.get('location')].join())).size, 1);
  });

  test('201 and 204 are empty for another preference, for a client that does not accept JSON, and in a batch', async () => {
    const body = { title: 'Plain' };
    for (const headers of [{ prefer: 'return=minimal, return=representation' }, { ...prefer, accept: 'text/plain' }]) {
      const answer = await admin.post('/v1/categories', body, { headers });
      assert.deepEqual([answer.status, answer.body, applied(answer)], [201, '', null], JSON.stringify(headers));
      assert.equal((await admin.put(answer.headers.get('location')!, { weight: 3 }, { headers })).status, 204);
    }
    const action = { relative_url: '/v1/categories', method: 'POST', body: JSON.stringify(body) };
    const batch = await admin.post('/v1/batch', [action], { headers: prefer });
    assert.deepEqual([batch.body[0].status, batch.body[0].body, applied(batch)], [201, null, null]);
  });
});
