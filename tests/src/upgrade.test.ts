import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually, gidOf } from '@partner-ordering/testing';
import { stopAll, temporaryFolder } from './program.ts';
import { receiptOf } from './requests.ts';
import { change, read } from './story.ts';
import { unpack } from './upgrade/archive.ts';
import { downloadedHash, signInAll, startInstallation, type Installation, type People } from './upgrade/installation.ts';
import { archiveOf, readMemory, recordedVersions } from './upgrade/memory.ts';
import { asItReadsNow, differing, readOtherwise } from './upgrade/reads-otherwise.ts';

// PostgreSQL's data is read by the platform that wrote it: another one has another byte order or other locales.
const isElsewhere = process.platform !== 'linux' && 'the archives are those of Linux';

for (const version of recordedVersions()) {
  /** The steps stand on each other: what was begun with the old version is finished with this one. */
  describe(`the data of version ${version} under this version`, { skip: isElsewhere }, () => {
    const folder = temporaryFolder();
    const memory = readMemory(version);
    const { orders } = memory;
    let installation: Installation;
    let people: People;
    before(async () => {
      await unpack(archiveOf(version), folder.path);
      installation = await startInstallation(folder.path);
      people = await signInAll(installation);
    });
    after(async () => {
      await stopAll();
      folder.remove();
    });

    test('a refresh token of then is exchanged, once', async () => {
      const refresh = () => installation.oauth('/oauth2/token', { grant_type: 'refresh_token', refresh_token: memory.refreshToken });
      const { status, body } = await refresh();
      assert.equal(status, 200, JSON.stringify(body));
      assert.deepEqual(await read(installation.bearer(body.access_token), orders.paid), await read(people.user, orders.paid));
      assert.equal((await refresh()).status, 400);
    });

    test('everything reads as it did: each order in its state with its money, messages, history, receipt', async () => {
      assert.ok(memory.reads.length > 40);
      for (const { as, path, body } of memory.reads)
        assert.partialDeepStrictEqual(await read(people[as], path), asItReadsNow(path, body), `${path}, as ${as} reads it`);
    });

    test('every file downloads byte for byte, the PDF of the receipt among them', async () => {
      assert.ok(memory.files.length > 3);
      for (const { as, path, sha256 } of memory.files) assert.equal(await downloadedHash(installation, people[as], path), sha256, path);
    });

    test("404 hides the order of one organization from another's people still", async () => {
      assert.equal((await people.user.get(orders.elsewhere)).status, 404);
      assert.equal((await people.stranger.get(orders.paid)).status, 404);
    });

    test('the delivery is accepted, and the next number of the year is on its receipt', async () => {
      const { user } = people;
      await user.create(`${orders.conversation}/messages`, { message: 'Wonderful', type: 'accept' });
      assert.equal((await read(user, orders.conversation)).status, 'finished');
      const path = `/v1/receipts/${await receiptOf(user, gidOf(orders.conversation))}`;
      const receipt = await eventually(async () => {
        const found = await read(user, path);
        return found.file ? found : false;
      });
      assert.equal(receipt.number, nextNumber(memory.receiptNumber, new Date(receipt.created_at)));
      assert.deepEqual(receipt.amount, (await read(user, orders.conversation)).price);
      assert.match(await downloadedHash(installation, user, receipt.file.url), /^[0-9a-f]{64}$/);
    });

    test('the draft is published', async () => {
      const { price } = await read(people.colleague, orders.draft);
      await change(people.colleague, orders.draft, { state: 'published', price: { amount: price.amount } });
      const { state, status } = await read(people.colleague, orders.draft);
      assert.deepEqual([state, status], ['published', 'in_progress']);
    });

    test('403 for the owner, while the manager launches what waits for approval', async () => {
      assert.equal((await people.user.put(orders.approval, { state: 'published' })).status, 403);
      await change(people.manager, orders.approval, { state: 'published' });
      const { state, status } = await read(people.user, orders.approval);
      assert.deepEqual([state, status], ['published', 'in_progress']);
    });

    test('the proposal of then is bought', async () => {
      await change(people.manager, orders.request, { state: 'published', price: { amount: 50 } });
      assert.equal((await read(people.user, orders.request)).price.amount, 50);
    });

    test('it stops cleanly, and nothing was complained of', async () => {
      assert.equal(await installation.stop(), 0);
      // Without a mail server each mail is told to be in a file.
      const complaints = installation.program
        .stderr()
        .split('\n')
        .filter((line) => !line.includes('A mail was written to a file'));
      assert.deepEqual(complaints, ['']);
    });
  });
}

describe('what reads otherwise than it did', () => {
  test('each field named as such is in the data of a version, and differs', () => {
    const differ = new Set(
      recordedVersions().flatMap((version) => readMemory(version).reads.flatMap(({ path, body }) => differing(path, body))),
    );
    assert.deepEqual([...differ].sort(), [...readOtherwise].sort());
  });
});

/** Numbers begin anew each year. */
function nextNumber(last: string, now: Date): string {
  const [, year, count] = /^R(\d{4})-(\d{6})$/.exec(last)!;
  const isSameYear = now.getUTCFullYear() === Number(year);
  return `R${now.getUTCFullYear()}-${String(isSameYear ? Number(count) + 1 : 1).padStart(6, '0')}`;
}
