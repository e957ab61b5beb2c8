import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { keysInFolder } from '@partner-ordering/service';
import { keyTokens } from '@partner-ordering/service-client';
import { eventually, type ApiClient } from '@partner-ordering/testing';
import { startProcesses, type Processes } from './processes.ts';
import { run } from './program.ts';
import { uploadPicture } from './requests.ts';

/** Longer than a service takes to see a changed key. */
const SEEN_MS = 1_500;

/** Each service a process of its own, with the keys in one folder. */
describe('keys are changed while the system runs', () => {
  let system: Processes;
  let user: ApiClient;
  before(async () => {
    system = await startProcesses();
    user = await system.signIn('user@example.com', 'base upload_files');
  });
  after(() => system?.end());

  async function keys(...args: string[]): Promise<string> {
    const program = run('services/identity/src/main.ts', {}, ['keys', system.keyFolder, ...args]);
    assert.deepEqual([await program.ended, program.stderr()], [0, '']);
    return program.stdout();
  }
  const tokenOf = (service: string, audience: string): Promise<string> =>
    keyTokens({ keys: keysInFolder(system.keyFolder, service), service, clock: () => new Date() }).issue(audience);
  /** Identity's status for another service's poll. */
  const polled = async (token: string): Promise<number> => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${system.urlOf('identity')}/internal/revocations?after=0`, { headers })).status;
  };
  /** For this request identity asks files. */
  const requestThroughFiles = async (): Promise<number> => (await user.get('/v1/me')).status;
  const signed = async (path: string): Promise<string> => {
    const { status, body } = await user.get(`/v1/files/${path}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.url as string;
  };
  const read = async (address: string): Promise<number> => (await fetch(address)).status;

  /** Sends requests until every service has seen a changed key, and answers the statuses that came. */
  async function askedMeanwhile(send: () => Promise<number>): Promise<Set<number>> {
    const seen = new Set<number>();
    for (const startedAt = performance.now(); performance.now() - startedAt < SEEN_MS;) seen.add(await send());
    return seen;
  }

  test("a planned change of the services' keys refuses no call, and afterwards the old ones are worth nothing", async () => {
    const old = await tokenOf('ordering', 'identity');
    assert.equal(await polled(old), 200);
    for (const step of ['add', 'use', 'remove']) {
      assert.match(await keys(step, 'services'), /^services: /);
      assert.deepEqual(await askedMeanwhile(requestThroughFiles), new Set([200]), step);
      assert.equal(await polled(old), step === 'remove' ? 401 : 200, step);
    }
    assert.equal(await polled(await tokenOf('ordering', 'identity')), 200);
  });

  test("a service's stolen key is replaced at once: requests with it are refused, and other services continue", async () => {
    const path = await uploadPicture(system);
    const [stolenToken, otherToken] = [await tokenOf('files', 'identity'), await tokenOf('ordering', 'identity')];
    assert.equal(await keys('replace', 'services', 'files'), 'files: the keys were replaced. What the old ones have signed is refused\n');
    await eventually(async () => (await polled(stolenToken)) === 401);
    assert.equal(await polled(otherToken), 200);
    assert.equal(await polled(await tokenOf('files', 'identity')), 200);
    // Files asks others who may read the file. Each of them sees the new key in its own time.
    const readMeanwhile = () => askedMeanwhile(async () => (await user.get(`/v1/files/${path}`)).status);
    await eventually(async () => [...(await readMeanwhile())].join() === '200', { timeoutMs: 20_000 });
  });

  test('the key of the storage is replaced at once: no address and no upload form of before is valid', async () => {
    const path = await uploadPicture(system);
    const old = await signed(path);
    const { action, fields } = (await user.get('/v1/me')).body.upload_form as { action: string; fields: Record<string, string> };
    await keys('replace', 'storage');
    await eventually(async () => (await read(old)) === 403);
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob(['A loaf']), 'brief.txt');
    assert.equal((await fetch(action, { method: 'POST', body: form })).status, 403);
    assert.equal(await read(await signed(path)), 200);
    await uploadPicture(system);
  });
});
