import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { gidOf, testService, type ApiClient, type TestService } from '@partner-ordering/testing';
import { createNotes } from '@partner-ordering/testing/notes';
import type { Document } from '@partner-ordering/openapi';

/** Has notes named like files: in the path of one note, and by the words of a trial. */
function mark({ paths, components }: Document): void {
  const { parameters } = paths['/v1/notes/{gid}'] as unknown as { parameters: Record<string, unknown>[] };
  parameters[0]!['x-file'] = 'path';
  const schemas = components!['schemas'] as Record<string, { properties?: object }>;
  const named = { type: 'string', maxLength: 100, 'x-file': 'path' };
  schemas['Anything']!.properties = { title: named, papers: { type: 'array', items: { type: 'object', properties: { url: named } } } };
}

describe('a request that names files of which only the paths matter', () => {
  let service: TestService;
  let user: ApiClient;
  let note: string;
  let asked: string[][];
  before(async () => {
    service = await testService('notes', (config) => createNotes(config, mark));
    user = await service.signIn();
    note = gidOf(await user.create('/v1/notes', { title: 'named' }));
  });
  after(() => service.stop());
  beforeEach(() => {
    asked = [];
    service.answer('/internal/paths', ({ names }: { names: string[] }) => {
      asked.push(names);
      return { paths: names.map((given) => ({ given, path: given.startsWith('at/') ? given.slice(3) : null })) };
    });
  });

  const at = (name: string) => `/v1/notes/${encodeURIComponent(name)}`;

  test('200, 204: an address in the path stands for what has its path, for If-Match too', async () => {
    const { status, body, headers } = await user.get(at(`at/${note}`));
    assert.deepEqual([status, body.gid], [200, note]);
    const change = (tag: string) => user.put(at(`at/${note}`), { title: 'changed' }, { headers: { 'if-match': tag } });
    assert.deepEqual([(await change('"another"')).status, (await change(headers.get('etag')!)).status], [412, 204]);
    assert.deepEqual(asked, Array(3).fill([`at/${note}`]));
  });

  test('404 for what is no file of ours, and nobody is asked about a name without a slash', async () => {
    assert.equal((await user.get(at(`elsewhere/${note}`))).status, 404);
    assert.deepEqual(asked, [[`elsewhere/${note}`]]);
    assert.deepEqual([(await user.get(at(note))).status, (await user.get(at(newGid()))).status], [200, 404]);
    assert.equal(asked.length, 1);
  });

  test('the fields of a body are asked about at once, each name once', async () => {
    const body = { title: 'at/a', papers: [{ url: 'at/b' }, { url: 'c/d' }, {}, { url: 'plain' }, { url: 'at/a' }] };
    const { status, body: shown } = await user.post('/v1/trials/tell', body);
    assert.equal(status, 200);
    assert.deepEqual(JSON.parse(shown.title), { title: 'a', papers: [{ url: 'b' }, { url: 'c/d' }, {}, { url: 'plain' }, { url: 'a' }] });
    assert.deepEqual(asked, [['at/a', 'at/b', 'c/d']]);
  });

  test('503 when nobody answers about an address; 401 and 400 come before', async () => {
    service.answer('/internal/paths', undefined);
    assert.equal((await user.get(at(`at/${note}`))).status, 503);
    assert.equal((await service.anonymous.get(at(`at/${note}`))).status, 401);
    assert.equal((await user.get(`${at(`at/${note}`)}?unknown=1`)).status, 400);
    assert.equal((await user.get(at(note))).status, 200);
  });
});
