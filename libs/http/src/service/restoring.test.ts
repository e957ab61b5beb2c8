import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gidOf, testService } from '@partner-ordering/testing';
import { createNotes } from '../fixtures/notes-service.ts';

test('a service whose database was restored publishes all its states anew, deletions included, with newer versions', async () => {
  const service = await testService('notes', createNotes);
  const user = await service.signIn();
  const [kept, deleted] = await Promise.all(['kept', 'deleted'].map((title) => user.create('/v1/notes', { title }))) as [string, string]; // oxfmt-ignore
  await user.delete(deleted);
  const states = () => Promise.all([kept, deleted].map((href) => service.state('note', gidOf(href))));
  const before = await states();
  assert.equal(await service.service.republish(), 2);
  const republished = await states();
  assert.deepEqual(republished.map((known) => known?.state), before.map((known) => known?.state)); // oxfmt-ignore
  assert.ok(republished.every((known, index) => known!.version > before[index]!.version));
  await service.stop();
});
