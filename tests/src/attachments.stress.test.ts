import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { eventually, type ApiClient } from '@partner-ordering/testing';
import { findOffer, orderOf } from './orders.ts';
import { temporaryFolder } from './program.ts';
import { uploadPicture } from './requests.ts';
import { environment, startTestSystem } from './system.ts';
import type { TestSystem } from './test-system.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const folder = temporaryFolder();
let passedMs = 0;
let system: TestSystem;
let user: ApiClient;
let manager: ApiClient;

/** Tokens live for an hour. */
async function signIn(): Promise<void> {
  [user, manager] = [await system.signIn('user@example.com'), await system.signIn('manager@example.com')];
}
before(async () => {
  environment['FILES_DIR'] = folder.path;
  system = await startTestSystem({ clock: () => new Date(Date.now() + passedMs) });
  await signIn();
});
after(async () => {
  await system?.stop();
  folder.remove();
});

async function pass(days: number): Promise<void> {
  passedMs += days * DAY_MS;
  // Whatever is asked once per second is old now.
  const areReady = async () =>
    (await Promise.all(Object.values(system.serviceUrls).map(async (url) => (await fetch(`${url}/readyz`)).ok))).every(Boolean);
  await eventually(areReady);
  await signIn();
}
/** What files does each hour. */
async function cleanUp(): Promise<void> {
  const { files } = system.services;
  const [name, key] = ['remove_unused_uploads', newGid()];
  await files.write(async (_tx, { addJob }) => addJob({ name, key, data: {} }));
  const waiting = { text: 'select from job where name = $1 and key = $2', values: [name, key] };
  await eventually(async () => (await files.database.query(waiting)).length === 0);
}
const reads = async (client: ApiClient, path: string): Promise<number> => (await client.get(`/v1/file_info/${path}`)).status;
const order = async (paths: string[]) =>
  user.create('/v1/projects', orderOf(await findOffer(user), { brief_files: paths.map((url) => ({ url })) }));

test('attached files are attached elsewhere while they are detached, and never lost between', async () => {
  // Bytes arrive in the time of this machine: the job of the hour may take them for forgotten ones.
  const path = await eventually(() => uploadPicture(system));
  const [one, other] = [await order([path]), await order([])];
  await pass(8);
  for (let round = 0; round < 6; round++) {
    const [from, to] = round % 2 === 0 ? [one, other] : [other, one];
    const answers = await Promise.all([
      user.delete(`${from}/brief_files/${path}`),
      user.post(`${to}/brief_files`, { url: path }),
      cleanUp(),
    ]);
    assert.deepEqual(answers.slice(0, 2).map((answer) => (answer as { status: number }).status), [204, 201]); // oxfmt-ignore
    await pass(7.5);
    await cleanUp();
    assert.equal(await reads(manager, path), 200, `round ${round}`);
  }
  await user.delete(`${one}/brief_files/${path}`);
  await pass(6.9);
  await cleanUp();
  assert.deepEqual([await reads(user, path), await reads(manager, path)], [200, 404]);
  await pass(0.2);
  await cleanUp();
  assert.equal(await reads(user, path), 404);
});
