import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { CrashPoint } from '@partner-ordering/messaging';
import { eventually, freePort, gidOf, type ApiClient } from '@partner-ordering/testing';
import { openConsistencyChecks, standaloneDatabases, type ConsistencyChecks } from './consistency.ts';
import { insist, TIMEOUT_MS } from './insist.ts';
import { findOffer, orderOf, type Offer } from './orders.ts';
import { answers, run, stop, stopAll, temporaryFolder, type Program } from './program.ts';
import { uploadPicture } from './requests.ts';
import { signingIn, type TestSystem } from './test-system.ts';

/** Each point, and how often it is passed before, in all services together: they share the process. */
const points = {
  'before-commit': 25,
  'after-commit': 25,
  'relay-after-append': 8,
  'consumer-before-commit': 8,
  'consumer-after-commit': 8,
  'receipt-number': 3,
  'receipt-pdf': 3,
} satisfies Partial<Record<CrashPoint, number>>;
const LANES = 3;
/** For one crash, from the start of the process. */
const LIMIT_MS = 120_000;

describe('kill -9 of everything while orders are placed and finished', () => {
  const folder = temporaryFolder();
  let port: number;
  let url: string;
  let program: Program;
  let signIn: TestSystem['signIn'];
  let user: ApiClient;
  let admin: ApiClient;
  let contest: Offer;
  let conversation: Offer;
  let worker: { gid: string };
  let checks: ConsistencyChecks | undefined;
  /** What was acknowledged: to be found afterwards, each once and nothing else. */
  const projects: string[] = [];
  const paid: string[] = [];
  const results: string[] = [];
  let isOver = false;
  let lanes: Promise<unknown>;

  const start = (more: Record<string, string> = {}): Program =>
    run('services/standalone/src/main.ts', { DATA_DIR: folder.path, PORT: port, RATE_LIMIT_PER_MINUTE: 0, ...more });

  before(async () => {
    port = await freePort();
    url = `http://127.0.0.1:${port}`;
    program = start();
    await answers(program, `${url}/readyz`);
    ({ signIn } = signingIn(url));
    [user, admin] = [await signIn('user@example.com'), await signIn('admin@example.com')];
    [contest, conversation] = [await findOffer(user), await findOffer(user, { mode: 'solo' })];
    worker = { gid: gidOf(await admin.create('/v1/workers', { service_id: 'survivor', firstname: 'Kim', lastname: 'Sol' })) };
    lanes = Promise.all(Array.from({ length: LANES }, lane));
    lanes.catch(() => undefined); // the tests tell
  });
  after(async () => {
    await checks?.close();
    await stopAll();
    folder.remove();
  });

  async function create(client: ApiClient, path: string, body: object, into: string[]): Promise<string> {
    const { status, headers, body: answer } = await insist((options) => client.post(path, body, options));
    assert.equal(status, 201, JSON.stringify(answer));
    into.push(gidOf(headers.get('location')!));
    return headers.get('location')!;
  }

  async function read(client: ApiClient, path: string) {
    const { status, body } = await insist(() => client.get(path));
    assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
    return body;
  }

  /** An order from its publication to the finish, a conversation until it is paid. */
  async function order(offer: Offer): Promise<void> {
    const picture = await eventually(() => uploadPicture({ signIn }), { timeoutMs: TIMEOUT_MS });
    const brief_files = [{ url: picture }];
    const project = await create(user, '/v1/projects', orderOf(offer, { state: 'published', brief_files }), projects);
    if (offer.options.mode === 'multi') {
      const work = await create(admin, '/v1/works', { project: { gid: gidOf(project) }, worker }, results);
      // Said twice, it is refused the second time.
      await insist(() => user.put(project, { winner: { gid: gidOf(work) } }));
    } else {
      await insist(() => admin.put(project, { worker }));
      await create(admin, `${project}/messages`, { message: 'Here it is', type: 'delivery', worker }, results);
      await create(user, `${project}/messages`, { message: '', type: 'accept' }, results);
    }
    assert.equal((await read(user, project)).status, 'finished');
    if (offer.options.mode === 'solo') await pay(gidOf(project));
  }

  async function pay(project: string): Promise<void> {
    const query = encodeURIComponent(JSON.stringify(['project.gid', '==', project]));
    const listed = async () => (await read(user, `/v1/receipts?query=${query}`)).items[0] ?? false;
    const { href: receipt } = await eventually(listed, { timeoutMs: TIMEOUT_MS });
    await insist(() => admin.put(receipt, { status: 'paid' }));
    assert.equal((await read(user, receipt)).status, 'paid');
    paid.push(project);
  }

  async function download(client: ApiClient, file: { url: string }): Promise<string> {
    const { url: signed } = await read(client, `/v1/files/${encodeURIComponent(file.url)}`);
    return (await fetch(signed)).text();
  }

  async function lane(): Promise<void> {
    for (let count = 0; !isOver; count++) await order(count % 2 === 0 ? contest : conversation);
  }

  async function assertKept(text: string, acknowledged: readonly string[]): Promise<void> {
    const kept = await checks!.rows<{ gid: string }>('ordering', text);
    assert.deepEqual(kept.map(({ gid }) => gid).toSorted(), acknowledged.toSorted(), text);
  }

  for (const [point, nth] of Object.entries(points)) {
    test(`the process dies at ${point}, and starts again`, { timeout: LIMIT_MS }, async () => {
      await stop(program, 'SIGKILL');
      program = start({ CRASH_AT: `${point}:${nth}` });
      assert.equal(await Promise.race([program.ended, lanes]), 'SIGKILL', program.stderr());
    });
  }

  test('every acknowledged step stands, none is there twice, and all checks hold', async (t) => {
    program = start();
    await answers(program, `${url}/readyz`);
    isOver = true;
    await lanes;
    t.diagnostic(`${projects.length} orders`);
    checks = openConsistencyChecks(standaloneDatabases(folder.path));
    await eventually(() => checks!.assertReplicated(), { timeoutMs: 15_000 });
    await checks.assertBooked();
    await checks.assertHistories();
    await assertKept('select gid from project', projects);
    await assertKept(
      `select gid from project where status = 'finished'`,
      projects.filter((gid) => !paid.includes(gid)),
    );
    await assertKept(`select gid from project where status = 'paid'`, paid);
    await assertKept('select gid from work union all select gid from project_message', results);
  });

  test('every project has its picture and one receipt, whose PDF is downloaded, and the numbers have no gap', async () => {
    await checks!.assertReceipts();
    const manager = await signIn('manager@example.com');
    for (const project of projects) {
      const { brief_files, receipt_file } = await eventually(async () => {
        const shown = await read(manager, `/v1/projects/${project}`);
        return shown.receipt_file !== null && shown;
      });
      assert.equal(brief_files.length, 1);
      assert.match(await download(manager, brief_files[0]), /^.PNG/);
      assert.match(await download(manager, receipt_file), /^%PDF-/);
    }
  });

  test("the user's monthly_spent is the sum of the orders", async () => {
    let spent = 0;
    for (const project of projects) spent += (await read(user, `/v1/projects/${project}`)).price.amount;
    assert.deepEqual((await read(user, '/v1/me/member_of')).items[0].monthly_spent, { amount: spent, currency: 'EUR' });
  });
});
