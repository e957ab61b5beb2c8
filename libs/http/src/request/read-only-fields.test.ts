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

  test('400 for what no schema knows, without a look at the resource', async () => {
    assert.deepEqual(detailsOf(await user.put(href, { gid: 'mine', colour: 'blue' })), [400, [faults.unknown_field('colour')]]);
    assert.deepEqual(detailsOf(await user.put(href, { title: 5 })), [400, [faults.wrong_type('title', { types: ['string'] })]]);
  });
});
