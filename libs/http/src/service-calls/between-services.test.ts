import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type HeldFile, type ReadableFile } from '@partner-ordering/service-client';
import { newGid } from '@partner-ordering/kernel';
import { tokensOf } from '@partner-ordering/testing';
import { sharedNotes } from '@partner-ordering/testing/notes';

const service = await sharedNotes();
const user = await service.signIn();

describe('between services', () => {
  const asFiles = async (path: string, body: object): Promise<Response> => {
    return fetch(`${service.url}/internal${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await tokensOf('files').issue('notes')}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  };
  async function answerOf<File>(path: string, body: object): Promise<File[]> {
    const response = await asFiles(path, body);
    assert.equal(response.status, 200);
    return ((await response.json()) as { files: File[] }).files;
  }
  const readable = (of: string, ...paths: string[]) => answerOf<ReadableFile>('/readable', { user: of, paths });
  const isReadable = async (of: string, path: string) => (await readable(of, path))[0]!.readable;
  /** Attaches a file to a resource, as a row of the service would. */
  async function attached(holder: string, path: string = newGid(), owner = 'notes'): Promise<string> {
    await service.service.database.query({
      text: `insert into shared_state (type, key, version, state) values ('attachment', $1, 1, $2)`,
      values: [`${path}/${owner}/${newGid()}`, JSON.stringify({ service: owner, holder, path })],
    });
    return path;
  }

  test('an operation with a transaction reaches no other service', async () => {
    service.answer('/internal/word', { word: 'a loaf' });
    assert.equal((await user.post('/v1/trials/ask', {})).status, 500);
    service.answer('/internal/word', undefined);
    const { body: notes } = await user.get('/v1/notes', { parameters: { query: ['title', '==', 'asked'] } });
    assert.equal(notes.total_count, 0);
  });

  test('a file is readable to whom the predicate of a resource shows it that the file is attached to, or to a part of', async () => {
    const stranger = await service.signIn();
    const [open, hidden] = [await user.create('/v1/notes', { title: 'Bread' }), await user.create('/v1/notes', { title: 'hidden' })];
    const [inOpen, inHidden, inPart] = [await attached(open), await attached(hidden), await attached(`${hidden}/orders/1`)];
    const unattached = newGid();

    const all = [inOpen, inHidden, inPart, unattached];
    assert.deepEqual(
      (await readable(user.gid, ...all)).map(({ path, ...rest }) => [path, ...Object.values(rest)]),
      [
        [inOpen, true, true],
        [inHidden, true, true],
        [inPart, true, true],
        [unattached, false, false],
      ],
    );
    assert.deepEqual(
      (await readable(stranger.gid, ...all)).map((file) => file.readable),
      [true, false, false, false],
    );
    await attached(open, inHidden);
    assert.equal(await isReadable(stranger.gid, inHidden), true, 'one of its places suffices');
  });

  test('nothing is readable to an unknown or disabled user, nor by an unknown address or what another service holds', async () => {
    const note = await user.create('/v1/notes', { title: 'Cake' });
    const path = await attached(note);
    const disabled = await service.signIn();
    const state = { gid: disabled.gid, roles: [], is_enabled: false, memberships: [] };
    await service.follow({ type: 'principal', key: disabled.gid, state });

    for (const gid of [disabled.gid, newGid()]) assert.equal(await isReadable(gid, path), false);
    for (const holder of ['/v1/notes/x', `/v1/notes/${newGid()}`, '/v1/others/x', '', 'https://elsewhere.example/v1/notes/x'])
      assert.equal(await isReadable(user.gid, await attached(holder)), false, holder);
    const [foreign] = await readable(user.gid, await attached(note, newGid(), 'billing'));
    assert.deepEqual([foreign!.readable, foreign!.held], [false, false]);
  });

  test('a membership that only identity knows of is asked for before a file is not readable', async () => {
    const [member, organization] = [newGid(), newGid()];
    await service.follow({ type: 'organization', key: organization, state: { gid: organization } });
    const memberships = [{ organization, is_manager: false }];
    service.leaveToOwner({ type: 'principal', key: member, state: { gid: member, roles: [], is_enabled: true, memberships } });

    assert.equal(await isReadable(member, await attached(`/v1/organizations/${organization}`)), true);
  });

  test('a file is held while one of its attachments lasts; then the answer has the time at which the last one ended', async () => {
    const [path, never] = [newGid(), newGid()];
    const rows = (text: string, ...values: unknown[]) => service.service.database.query({ text, values });
    await attached('/v1/notes/1', path);
    await attached('/v1/notes/2', path);
    const held = () => answerOf<HeldFile>('/held', { paths: [path, never] });
    const none = { path: never, held: false, ended_at: null };
    assert.deepEqual(await held(), [{ path, held: true, ended_at: null }, none]);

    const end = `update shared_state set state = null, changed_at = $3 where type = 'attachment' and split_part(key, '/', 1) = $1 and state->>'holder' = $2`;
    await rows(end, path, '/v1/notes/1', '2026-11-02T09:00:00Z');
    assert.deepEqual((await held())[0], { path, held: true, ended_at: '2026-11-02T09:00:00.000Z' });
    await rows(end, path, '/v1/notes/2', '2026-11-01T09:00:00Z');
    assert.deepEqual(await held(), [{ path, held: false, ended_at: '2026-11-02T09:00:00.000Z' }, none]);
  });

  test('attachments of a file are found by an index, however many there are', async () => {
    const plan = await service.service.database.transactional(async (tx) => {
      await tx.query({
        text: `insert into shared_state (type, key, version, state) select 'attachment', n || '/notes/' || n, 1, '{}' from generate_series(1, 20000) n`,
        values: [],
      });
      await tx.query({ text: 'analyze shared_state', values: [] });
      const text = `explain select key from shared_state where type = 'attachment' and split_part(key, '/', 1) = any($1) and state is not null`;
      const rows = await tx.query<{ 'QUERY PLAN': string }>({ text, values: [['17', '18']] });
      const forget = `delete from shared_state where type = 'attachment' and state = '{}'`;
      await tx.query({ text: forget, values: [] });
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    assert.match(plan, /shared_state_attachment/);
  });
});
