import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { testService, type ApiClient, type TestService } from '@partner-ordering/testing';
import { createNotes } from '@partner-ordering/testing/notes';
import type { Detail } from '@partner-ordering/kernel';
import type { Document } from '@partner-ordering/openapi';

const file = { type: 'string', maxLength: 100, 'x-file': true };
const named = { type: 'object', properties: { url: { $ref: '#/components/schemas/FileName' } } };

/** Gives the body of trials file fields: a plain one, one in a nullable object, a list, and an optional one. */
function mark({ components }: Document): void {
  const schemas = components!['schemas'] as Record<string, { properties?: object }>;
  schemas['FileName'] = file as object;
  schemas['Anything']!.properties = {
    picture: file,
    cover: { oneOf: [named, { type: 'null' }] },
    papers: { type: 'array', items: named },
    portrait: { type: ['string', 'null'], maxLength: 100, 'x-file': 'optional' },
  };
}

describe('files that a body names', () => {
  let service: TestService;
  let user: ApiClient & { gid: string };
  let asked: object[];
  before(async () => {
    service = await testService('notes', (config) => createNotes(config, mark));
    user = await service.signIn();
  });
  after(() => service.stop());
  beforeEach(() => {
    asked = [];
    service.answer('/internal/resolve', (question: { names: string[] }) => {
      asked.push(question);
      return { files: question.names.map(resolved) };
    });
  });

  /** Names that contain `no` are refused; `x` and `./x` are the same file. */
  const resolved = (given: string) => {
    const path = given.replace('./', '');
    const description = { path, url: path, image_url: null, name: path, content_type: 'text/plain', size: 1 };
    if (given.includes('://')) return { given, file: null, refusal: { code: 'not_a_file_path', message: 'is no path' }, is_foreign: true };
    const [file, refusal] = given.includes('no')
      ? [null, { code: 'not_yours', message: 'is not yours', params: { name: path } }]
      : [description, null];
    return { given, file, refusal, is_foreign: false };
  };
  const take = (field: string, body: object) => user.post('/v1/trials/files', { field, ...body });
  const details = (body: { error: { details: Detail[] } }) =>
    body.error.details.map(({ path, code, params }) => [path, code, ...Object.values(params ?? {})].join(' '));

  test('one call resolves all names of a body, each once; an operation gets the files of its field in order', async () => {
    const body = { picture: 'a', cover: { url: 'b' }, papers: [{ url: 'd' }, {}, { url: 'c' }, { other: 'e' }] };
    assert.equal((await take('papers', body)).body.title, 'd c');
    assert.deepEqual(asked, [{ user: user.gid, names: ['a', 'b', 'd', 'c'] }]);
    assert.equal((await take('cover', body)).body.title, 'b');
    assert.equal((await take('picture', { ...body, cover: { url: 'a' } })).body.title, 'a');
    assert.deepEqual(asked.at(-1), { user: user.gid, names: ['a', 'd', 'c'] });
  });

  test('a foreign address is left out of an optional file field and refused elsewhere', async () => {
    assert.equal((await take('portrait', { portrait: 'a' })).body.title, 'a');
    assert.equal((await take('portrait', { portrait: 'https://elsewhere.example/a.png' })).body.title, '');
    assert.equal((await take('portrait', { portrait: null })).body.title, '');
    assert.deepEqual(details((await take('portrait', { portrait: 'no' })).body), ['portrait not_yours no']);
    assert.deepEqual(details((await take('picture', { picture: 'https://elsewhere.example/a.png' })).body), ['picture not_a_file_path']);
  });

  test('a body without file names causes no call', async () => {
    for (const body of [{}, { cover: null, papers: [] }, { picture: undefined }]) assert.equal((await take('papers', body)).status, 200);
    assert.deepEqual(asked, []);
  });

  test('400 names each file that the caller may not use, or else each duplicate', async () => {
    const papers = [{ url: 'no' }, { url: 'a' }, { url: './a' }, { url: 'no 2' }];
    const refused = await take('papers', { picture: 'no', papers });
    assert.deepEqual([refused.status, details(refused.body)], [400, ['papers.0.url not_yours no', 'papers.3.url not_yours no 2']]);
    const twice = await take('papers', { picture: 'a', papers: papers.slice(1, 3) });
    assert.deepEqual([twice.status, details(twice.body)], [400, ['papers.1.url duplicate_file']]);
    assert.equal((await take('papers', { picture: 'no', papers: [{ url: 'a' }] })).status, 200, 'what nobody takes refuses nothing');
  });

  test('503 for an operation with a file when nobody answers; replays and earlier refusals need no answer', async () => {
    const replay = () => user.post('/v1/trials/files', { field: 'picture', picture: 'a' }, { headers: { 'idempotency-key': 'taken' } });
    assert.equal((await replay()).status, 200);
    service.answer('/internal/resolve', undefined);
    assert.equal((await take('picture', { picture: 'a' })).status, 503);
    assert.equal((await replay()).status, 200);
    assert.equal((await take('picture', { picture: 'a', fails: true })).status, 403);
    assert.equal((await take('papers', { picture: 'a' })).status, 200);
  });
});
