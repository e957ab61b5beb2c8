import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import type { Transport } from '@partner-ordering/messaging';
import { eventually, gidOf, type ApiClient } from '@partner-ordering/testing';
import { openBooks, type Books } from './consistency.ts';
import { cloneDatabases, urlsOf, type Clones } from './databases.ts';
import { gate } from './gate.ts';
import { findOffer, membershipPath, orderOf, type Offer } from './orders.ts';
import { temporaryFolder } from './program.ts';
import { uploadPicture } from './requests.ts';
import { environment, startTestSystem } from './system.ts';
import { demoGids, type TestSystem } from './test-system.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const harbour: string = demoGids.harbourBakery;
const studio: string = demoGids.northlightStudio;

/** Days pass, and events come, come late, or come as rubbish: files stay readable for those who may, and what is held stays. */
describe('attached files', () => {
  const events = gate();
  const folder = temporaryFolder();
  let isGarbling = false;
  let passedMs = 0;
  let clones: Clones;
  let books: Books;
  let system: TestSystem;
  let user: ApiClient;
  let colleague: ApiClient;
  let manager: ApiClient;
  let admin: ApiClient;
  let offer: Offer;

  async function start(): Promise<void> {
    system = await startTestSystem({
      between: (transport) => events.through(garbling(transport, () => isGarbling)),
      urls: urlsOf(clones),
      clock: () => new Date(Date.now() + passedMs),
    });
    await signInAll();
  }
  /** Tokens live for an hour. */
  async function signInAll(): Promise<void> {
    const emails = ['user', 'colleague', 'manager', 'admin'].map((name) => `${name}@example.com`);
    [user, colleague, manager, admin] = (await Promise.all(emails.map((email) => system.signIn(email)))) as [
      ApiClient,
      ApiClient,
      ApiClient,
      ApiClient,
    ];
  }
  before(async () => {
    environment['FILES_DIR'] = folder.path;
    clones = await cloneDatabases();
    books = openBooks(clones);
    await start();
    offer = await findOffer(user);
  });
  after(async () => {
    events.open();
    await books?.close();
    await system?.stop();
    await Promise.all(Object.values(clones).map((clone) => clone.drop()));
    folder.remove();
  });
  beforeEach(() => {
    isGarbling = false;
    events.open();
  });

  async function pass(days: number): Promise<void> {
    passedMs += days * DAY_MS;
    // Whatever is asked once per second is old now.
    const areReady = async () =>
      (await Promise.all(Object.values(system.serviceUrls).map(async (url) => (await fetch(`${url}/readyz`)).ok))).every(Boolean);
    await eventually(areReady);
    await signInAll();
  }
  const filesRows = <Row>(text: string, ...values: unknown[]) => system.services.files.database.query<Row>({ text, values });
  /** What files does each hour. */
  async function cleanUp(): Promise<void> {
    const job = [`remove_unused_uploads`, newGid()];
    await system.services.files.write(async (_tx, { addJob }) => addJob({ name: job[0]!, key: job[1]!, data: {} }));
    await eventually(async () => (await filesRows('select from job where name = $1 and key = $2', ...job)).length === 0);
  }
  /** Bytes arrive in the time of this machine: the job of the hour, which lives weeks later, may take them for forgotten ones. */
  const upload = (email?: string): Promise<string> => eventually(() => uploadPicture(system, email));
  const reads = async (client: ApiClient, path: string): Promise<number> => (await client.get(`/v1/file_info/${path}`)).status;
  const order = (paths: string[], client = user, of = offer) =>
    client.create('/v1/projects', orderOf(of, { brief_files: paths.map((url) => ({ url })) }));
  const replicated = async (path: string) =>
    (await filesRows<{ key: string }>(`select key from shared_state where type = 'attachment' and key like $1 || '/%'`, path)).length;

  test('are kept and read while events have been stopped for 8 days; what is attached to nothing goes', async () => {
    events.close();
    const [held, unused] = [await upload(), await upload()];
    await order([held]);
    await pass(8);
    await cleanUp();

    assert.equal(await replicated(held), 0, 'no event has come');
    assert.deepEqual(await Promise.all([user, manager, colleague].map((client) => reads(client, held))), [200, 200, 404]);
    assert.equal(await reads(admin, unused), 404);
  });

  test('are not read a moment longer than they are shared, before any event comes', async () => {
    events.close();
    const path = await upload();
    const project = await order([path]);
    const share = await user.create(`${project}/shared_with`, { user: { gid: demoGids.users.colleague } });
    assert.equal(await reads(colleague, path), 200);
    await user.delete(share);
    assert.equal(await reads(colleague, path), 404);
  });

  test('are kept when the event that tells of them was rejected', async () => {
    const path = await upload();
    isGarbling = true;
    await order([path]);
    const rejected = `select from log where topic = 'files.dlq' and value::jsonb->'data'->>'topic' = 'ordering.state'
      and value::jsonb->'data'->>'key' like 'attachment/' || $1 || '/%'`;
    await eventually(async () => (await books.rows('messaging', rejected, [path])).length === 1);
    isGarbling = false;
    await pass(8);
    await cleanUp();
    assert.deepEqual([await replicated(path), await reads(manager, path)], [0, 200]);
  });

  test('are attached elsewhere while they are detached, and never lost between', async () => {
    const path = await upload();
    const [one, other] = [await order([path]), await order([])];
    await pass(8);
    for (let round = 0; round < 6; round++) {
      const [from, to] = round % 2 === 0 ? [one, other] : [other, one];
      const answers = await Promise.all([
        user.delete(`${from}/brief_files/${path}`),
        user.post(`${to}/brief_files`, { url: path }),
        cleanUp(),
      ]);
      assert.deepEqual(answers.slice(0, 2).map((answer) => (answer as { status: number }).status), [204, 201]); // prettier-ignore
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

  test('are neither read nor named for good by an uploader who lost the membership', async () => {
    const email = `${randomUUID()}@example.com`;
    const member_of = [harbour, studio].map((gid) => ({ organization: { gid } }));
    const gid = gidOf(await admin.create('/v1/users', { email, firstname: 'Robin', lastname: 'Reed', member_of }));
    await system.setPassword(gid);
    const path = await upload(email);
    const project = await order([path], await system.signIn(email));
    assert.equal((await admin.delete(membershipPath(gid))).status, 204);

    const foreign = await findOffer(await system.signIn('user@other.example.com'), { organization: studio });
    const leaver = await system.signIn(email);
    assert.deepEqual([await reads(leaver, path), await reads(manager, path)], [404, 200]);
    const named = async () => {
      const brief_files = [{ url: path }];
      const { status, body } = await (await system.signIn(email)).post('/v1/projects?dry_run=true', orderOf(foreign, { brief_files }));
      return [status, body.error?.details[0].message];
    };
    assert.deepEqual(await named(), [200, undefined], 'for 6 days from the upload');
    await pass(6.1);
    assert.deepEqual(await named(), [400, 'there is no such file']);
    assert.equal((await manager.delete(`${project}/brief_files/${path}`)).status, 204);
    assert.deepEqual(await named(), [200, undefined], 'for 6 days after it was detached');
    await pass(6.1);
    assert.deepEqual(await named(), [400, 'there is no such file']);
  });

  test('are kept when files has forgotten what it followed, and it learns it again', async () => {
    const path = await upload();
    await order([path]);
    await eventually(async () => (await replicated(path)) === 1);
    await pass(8);
    for (const table of ['shared_state', 'consumer_offset', 'inbox']) await filesRows(`delete from ${table}`);
    await cleanUp();
    assert.equal(await reads(manager, path), 200);

    await system.stop();
    // The gateway has a time of its own, and would find every other service's tokens expired.
    passedMs = 0;
    await start();
    await eventually(async () => (await replicated(path)) === 1);
    assert.equal(await reads(manager, path), 200);
  });
});

/** A transport on which the events of attachments arrive as rubbish while `isGarbling`. */
const garbling = (transport: Transport, isGarbling: () => boolean): Transport => ({
  ...transport,
  begin: async (source) => {
    const writer = await transport.begin(source);
    return {
      ...writer,
      append: (topic, messages) =>
        writer.append(
          topic,
          messages.map((message) =>
            isGarbling() && topic.endsWith('.state') && message.key.startsWith('attachment/') ? { ...message, value: 'rubbish' } : message,
          ),
        ),
    };
  },
});
