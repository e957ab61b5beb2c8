import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { givenToken } from './auth.ts';
import { GoneError } from './errors.ts';
import { follow, type FollowOptions } from './follow.ts';
import { clientOf, openAnswers, openServer, type Answer, type Seen } from './fixtures/server.ts';

const auth = givenToken('a-token');
const page = (ids: string[], next: string, has_more = false): Answer => ({
  status: 200,
  body: { items: ids.map((id) => ({ id, type: 'project.updated', sequence: 1, data: {} })), next, has_more },
});
const parametersOf = ({ path }: Seen): Record<string, string> => Object.fromEntries(new URL(path, 'http://here').searchParams);

/** The ids of the first `count` events and the cursors reported between them, in order. */
async function read(api: Parameters<typeof follow>[0], count: number, options: FollowOptions = {}): Promise<string[]> {
  const seen: string[] = [];
  const onCursor = (cursor: string): void => void seen.push(`<${cursor}>`);
  let remaining = count;
  for await (const { id } of follow(api, 'an-organization', { onCursor, ...options })) {
    seen.push(id);
    if (--remaining === 0) break;
  }
  return seen;
}

describe('the event feed', () => {
  test('the client reads page after page and reports each cursor once the events before it are handled', async () => {
    await using server = await openAnswers(page(['1', '2'], 'b', true), page(['3'], 'c'), page(['4', '5'], 'd'));
    const { api } = clientOf(server.url, { auth });
    assert.deepEqual(await read(api, 4), ['1', '2', '<b>', '3', '<c>', '4']);
    assert.equal(new URL(server.requests[0]!.path, server.url).pathname, '/v1/orgs/an-organization/events');
    const waiting = { limit: '100', wait: '25' };
    assert.deepEqual(server.requests.map(parametersOf), [{ limit: '100' }, { ...waiting, after: 'b' }, { ...waiting, after: 'c' }]);
  });

  test('the client starts after the latest event if asked to, and asks for the given types only', async () => {
    await using server = await openAnswers(page(['1'], 'b'));
    const { api } = clientOf(server.url, { auth });
    await read(api, 1, { after: 'latest', types: ['project.*', 'receipt.created'] });
    assert.deepEqual(parametersOf(server.requests[0]!), { limit: '100', after: 'latest', types: 'project.*,receipt.created' });
  });

  test('the client reports the cursors of empty pages and pauses before it asks again', async () => {
    await using server = await openAnswers(page([], 'a'), page([], 'b', true), page([], 'c'), page([], 'c'), page(['1'], 'd'));
    const { api, waits } = clientOf(server.url, { auth });
    assert.deepEqual(await read(api, 1), ['<a>', '<b>', '<c>', '1']);
    assert.deepEqual(waits, [1_000, 1_000]);
  });

  test('a cursor whose events are no longer kept is a GoneError that says where to begin', async () => {
    const error = { status: 410, message: 'The events behind this cursor are no longer kept: begin without after' };
    await using server = await openAnswers({ status: 410, body: { error } });
    const { api } = clientOf(server.url, { auth });
    await assert.rejects(
      read(api, 1, { after: 'old' }),
      (thrown) => thrown instanceof GoneError && /begin without after/.test(thrown.message),
    );
    assert.equal(server.requests.length, 1);
  });

  test('a signal ends the iteration, even while the client waits for events', async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    await using server = await openServer((_request, index) => {
      if (index === 0) return page(['1', '2'], 'b');
      first.abort(new Error('enough'));
      return 'silence';
    });
    const { api } = clientOf(server.url, { auth });
    const seen: string[] = [];
    const reading = (async () => {
      for await (const { id } of follow(api, 'o', { signal: first.signal })) {
        seen.push(id);
      }
    })();
    await assert.rejects(reading, /enough/);
    assert.deepEqual(seen, ['1', '2']);
    await using again = await openAnswers(page(['1', '2'], 'b'));
    const other = clientOf(again.url, { auth }).api;
    await assert.rejects(async () => {
      for await (const { id } of follow(other, 'o', { signal: second.signal })) {
        seen.push(id);
        second.abort(new Error('over'));
      }
    }, /over/);
    assert.deepEqual(seen, ['1', '2', '1']);
  });

  test('an error of onCursor ends the iteration and is thrown', async () => {
    await using server = await openAnswers(page(['1'], 'b'));
    const { api } = clientOf(server.url, { auth });
    const onCursor = () => Promise.reject(new Error('not stored'));
    await assert.rejects(read(api, 2, { onCursor }), /not stored/);
  });
});
