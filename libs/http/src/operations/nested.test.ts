import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { Note, sharedNotes } from '@partner-ordering/testing/notes';

const service = await sharedNotes();

describe('a collection inside a parent', () => {
  const [organization, other] = [newGid(), newGid()];
  before(async () => {
    await service.follow(...[organization, other].map((key) => ({ type: 'organization', key, state: { gid: key } })));
    await service.service.write(async (tx) => {
      for (const [title, count] of [
        ['one', 0],
        ['two', 0],
        ['three', 3],
      ] as const)
        tx.em.persist(Note.create(organization, { title, count }, new Date()));
      tx.em.persist(Note.create(other, { title: 'elsewhere' }, new Date()));
    });
  });

  const titles = (body: { total_count: number; items: { title: string }[] }): string[] => {
    assert.equal(body.total_count, body.items.length);
    return body.items.map(({ title }) => title).toSorted();
  };

  test('200 with what belongs to the parent and matches the query', async () => {
    const member = await service.signIn({ memberOf: [organization] });
    assert.deepEqual(titles((await member.get(`/v1/orgs/${organization}/notes`)).body), ['one', 'three', 'two']);
    const query = ['count', '>', 0];
    assert.deepEqual(titles((await member.get(`/v1/orgs/${organization}/notes`, { parameters: { query } })).body), ['three']);
  });

  test('404 for a parent that the caller may not see, does not exist, or cannot', async () => {
    const member = await service.signIn({ memberOf: [organization] });
    for (const parent of [other, newGid(), 'x', '%20', "'%20or%20true--"]) {
      for (const collection of ['notes', 'drafts']) {
        const { status, body } = await member.get(`/v1/orgs/${parent}/${collection}`);
        assert.deepEqual([status, body.error.message], [404, 'Could not find this organization'], parent);
      }
    }
  });

  test('403 for members of a collection that is for managers, 200 for these and for admins', async () => {
    const path = `/v1/orgs/${organization}/drafts`;
    const member = await service.signIn({ memberOf: [organization], manages: [other] });
    const { status, body } = await member.get(path);
    assert.deepEqual([status, body.error.message], [403, 'Your are not authorized to see this note']);
    for (const user of [{ manages: [organization] }, { roles: ['admin'] }]) {
      const client = await service.signIn(user);
      assert.deepEqual(titles((await client.get(path)).body), ['one', 'two'], 'only those that the document says');
    }
  });
});
