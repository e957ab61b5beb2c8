import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { ApiResponse } from '@partner-ordering/testing';
import { noteFaults, sharedNotes } from '@partner-ordering/testing/notes';
import { faults } from '../faults.ts';

const service = await sharedNotes();
const user = await service.signIn();

describe('a PUT that writes back what was read', () => {
  let href: string;
  let number = 0;
  beforeEach(async () => {
    href = await user.create('/v1/notes', { title: `Kept ${++number}`, count: 3, description: 'Long' });
  });

  const read = async (): Promise<Record<string, unknown>> => (await user.get(href)).body;
  const detailsOf = ({ status, body }: ApiResponse) => [status, body.error?.details];

  test('400 says that a read-only field is read-only when it has another value, beside what else is wrong', async () => {
    const other = { gid: 'mine', href, description: 'Other' };
    const refused = [400, [faults.read_only('gid'), faults.read_only('description')]];
    assert.deepEqual(detailsOf(await user.put(href, { ...other, count: 5 })), refused);
    assert.equal((await read())['count'], 3);
    await user.put(href, { count: 13 });
    assert.deepEqual(detailsOf(await user.put(href, { gid: 'mine', title: 'Late' })), [
      400,
      [faults.read_only('gid'), noteFaults.final('count')],
    ]);
  });

  test('400 for a label without a visible character, unless it is written back', async () => {
    const blank = [400, [faults.blank('title')]];
    for (const title of ['   ', '\u00a0', '\u200b', '\u2800', '\u3164', '\ufff9'])
      assert.deepEqual(detailsOf(await user.post('/v1/notes', { title })), blank, JSON.stringify(title));
    assert.deepEqual(detailsOf(await user.post('/v1/notes', { title: '' })), [400, [faults.empty('title')]]);
    await service.service.database.query({ text: `update note set title = E'\\u2800' where gid = $1`, values: [href.split('/').at(-1)] });
    assert.deepEqual(detailsOf(await user.put(href, { title: '\u200b', count: 4 })), blank);
    assert.deepEqual(detailsOf(await user.put(href, { title: '\u2800', count: 'four' })), [
      400,
      [faults.blank('title'), faults.wrong_type('count', { types: ['integer'], min: 0, max: 1000 })],
    ]);
    assert.equal((await user.put(href, { title: '\u2800', count: 4 })).status, 204);
    assert.deepEqual([(await read())['title'], (await read())['count']], ['\u2800', 4]);
  });

  test('400 for what no schema knows, without a look at the resource', async () => {
    assert.deepEqual(detailsOf(await user.put(href, { gid: 'mine', colour: 'blue' })), [400, [faults.unknown_field('colour')]]);
    assert.deepEqual(detailsOf(await user.put(href, { title: 5 })), [400, [faults.wrong_type('title', { types: ['string'] })]]);
  });
});
